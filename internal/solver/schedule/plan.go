package schedule

import (
	"cmp"
	"slices"
)

// plan deals the operations of a program, or blocks of them, to queues. A worker runs one queue or
// several.
//
// Operations with the longest paths behind them come first. Each goes to the queue where it ends
// first, behind all that is there, unless waiting takes too much of the queue's time. Results of
// another queue arrive after a while. This is list scheduling by the earliest finish (HEFT;
// Topcuoglu, Hariri, Wu: Performance-Effective and Low-Complexity Task Scheduling for Heterogeneous
// Computing, IEEE TPDS 13, 2002).
type plan struct {
	*dependencies
	queues     []queue
	begin, end []uint64 // by operation, in nanoseconds
	queue      []uint8  // by operation
	place      []uint32 // by operation: how many are in the queue, with it
	waits      []wait
	busy       uint64 // of all queues

	inputs []input // scratch, by queue
}

type queue struct {
	operations []uint32
	end        uint64   // of the last one
	reached    []uint32 // by queue: how many of its operations this queue has waited for
}

// wait is an operation that begins after one of another queue. Its queue has not waited so far.
type wait struct{ user, maker uint32 }

type input struct {
	operations uint64
	place      uint32 // of the last of them
	end        uint64
}

// The costs of values that cross from queue to queue, in nanoseconds.
const (
	latency   = 1000 // from the end of an operation to the earliest beginning of its user
	costWait  = 200  // of waiting for another queue
	costCross = 30   // of an input that another queue computed of late
	lately    = 8000 // before
)

const maxQueues = 16

func newPlan(d *dependencies, n int) *plan {
	p := &plan{
		dependencies: d, queues: make([]queue, n), inputs: make([]input, n),
		begin: make([]uint64, len(d.cost)), end: make([]uint64, len(d.cost)),
		queue: make([]uint8, len(d.cost)), place: make([]uint32, len(d.cost)),
	}
	for i := range p.queues {
		p.queues[i].reached = make([]uint32, n)
	}
	for _, i := range d.urgent() {
		p.put(i)
	}
	return p
}

// urgent sorts the operations by their paths. So each comes behind the ones that it needs.
func (d *dependencies) urgent() []uint32 {
	order := make([]uint32, len(d.cost))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(i, j uint32) int { return cmp.Compare(d.rank[j], d.rank[i]) })
	return order
}

func (p *plan) put(i uint32) {
	p.find(i)
	queue := 0
	begin, end := p.times(i, 0)
	for other := 1; other < len(p.queues); other++ {
		if b, e := p.times(i, other); price(b, e) < price(begin, end) {
			queue, begin, end = other, b, e
		}
	}
	q := &p.queues[queue]
	for other, in := range p.inputs {
		if other != queue && in.place > q.reached[other] {
			q.reached[other] = in.place
			p.waits = append(p.waits, wait{i, p.queues[other].operations[in.place-1]})
		}
	}
	q.operations = append(q.operations, i)
	q.end = end
	p.begin[i], p.end[i] = begin, end
	p.queue[i], p.place[i] = uint8(queue), uint32(len(q.operations))
	p.busy += end - begin
}

// price compares queues for an operation. One that ends a little earlier in a queue, but takes
// longer there, holds up others.
func price(begin, end uint64) uint64 { return end + 4*(end-begin) }

func (p *plan) find(i uint32) {
	clear(p.inputs)
	if p.alone[i] {
		for q := range p.inputs {
			all := &p.queues[q]
			p.inputs[q].place, p.inputs[q].end = uint32(len(all.operations)), all.end
		}
		return
	}
	for _, j := range p.needs.of(i) {
		in := &p.inputs[p.queue[j]]
		in.operations++
		in.place, in.end = max(in.place, p.place[j]), max(in.end, p.end[j])
	}
}

func (p *plan) times(i uint32, queue int) (begin, end uint64) {
	q := &p.queues[queue]
	begin = q.end
	cost := uint64(p.cost[i])
	for other, in := range p.inputs {
		if other != queue && in.place > q.reached[other] {
			begin = max(begin, in.end+latency)
			cost += costWait
		}
	}
	for other, in := range p.inputs {
		if other != queue && in.end+lately > begin {
			cost += costCross * in.operations
		}
	}
	return begin, begin + cost
}
