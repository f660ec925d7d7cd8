package schedule

// A schedule pays if one worker takes minGain times its time, and at least minWork. Times are in
// nanoseconds. Waking the others is worth that. They come one after the other, so that each costs
// half of a wake-up on average.
const (
	minGain   = 1.3
	minWork   = 250_000
	costStart = 20_000
)

// choose returns the plan with the queues that operations can use. It is nil if one is as good.
func choose(d *dependencies, fillers uint64) *plan {
	work := d.work + fillers
	if work < minWork || float64(work) < minGain*float64(d.longest) {
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
	if float64(work) < minGain*float64(best.total(fillers)) {
		return nil
	}
	return best
}

// total returns the time of the plan with fillers and the workers' start. Fillers take some time.
func (p *plan) total(fillers uint64) uint64 {
	n := uint64(len(p.queues))
	time := (p.busy + fillers) / n
	for i := range p.queues {
		time = max(time, p.queues[i].end)
	}
	return time + (n-1)*costStart
}

// worth returns the speed-up of n queues over n/2 that the model must show. Only then are they
// better in fact. It was found on a host with 16 threads, which share caches and the units of 8
// cores.
func worth(n int) float64 {
	switch {
	case n > 8:
		return 1.5
	case n > 4:
		return 1.1
	}
	return 0.9
}
