package schedule

// A schedule pays if one worker takes this many times its time, and enough of it to be worth
// waking others. They come one after the other, so that each costs half of a wake-up on average.
const (
	leastGain = 1.3
	leastWork = 250_000
	costStart = 20_000
)

// choose returns the plan with the queues that operations have use for, or nil if one is as good.
func choose(d *dependencies, fillers uint64) *plan {
	work := d.work + fillers
	if work < leastWork || float64(work) < leastGain*float64(d.longest) {
		return nil
	}
	// Of the gain that the longest path leaves, a plan reaches some two thirds.
	n := 2
	for n < maxQueues && 3*uint64(n)*d.longest < 2*work {
		n *= 2
	}
	best := newPlan(d, n)
	for ; n > 2; n /= 2 {
		half := newPlan(d, n/2)
		if worth(n)*float64(best.total(fillers)) < float64(half.total(fillers)) {
			break
		}
		best = half
	}
	if float64(work) < leastGain*float64(best.total(fillers)) {
		return nil
	}
	return best
}

// total returns the time of the plan with fillers that take some time, and with the workers' start.
func (p *plan) total(fillers uint64) uint64 {
	n := uint64(len(p.queues))
	time := (p.busy + fillers) / n
	for i := range p.queues {
		time = max(time, p.queues[i].end)
	}
	return time + (n-1)*costStart
}

// worth returns how many times as fast n queues must be as half of them, by the model, to be better
// in fact. It was found on a host with 16 threads, which share caches and the units of 8 cores.
func worth(n int) float64 {
	switch {
	case n > 8:
		return 1.5
	case n > 4:
		return 1.1
	}
	return 0.9
}
