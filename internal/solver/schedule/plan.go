package schedule

import (
	"cmp"
	"slices"
)

// plan deals the operations of a program, or blocks of them, to lanes, of which a worker runs one
// or several.
//
// Operations with the longest paths behind them come first. Each goes to the lane where it ends
// first, behind all that is there, unless waiting takes too much of the lane's time. What another
// lane computes arrives after a while. This is list scheduling by the earliest finish (HEFT;
// Topcuoglu, Hariri, Wu: Performance-Effective and Low-Complexity Task Scheduling for Heterogeneous
// Computing, IEEE TPDS 13, 2002).
type plan struct {
	*dependencies
	lanes      []planned
	begin, end []uint64 // by operation, in nanoseconds
	lane       []uint8  // by operation
	place      []uint32 // by operation: how many are in the lane, with it
	waits      []wait
	busy       uint64 // of all lanes

	inputs []input // scratch, by lane
}

// planned is a lane in the making.
type planned struct {
	operations []uint32
	end        uint64   // of the last one
	reached    []uint32 // by lane: how many of its operations this lane has waited for
}

// wait is an operation that begins after one of another lane, and the lane has not waited so far.
type wait struct{ user, maker uint32 }

// input is what an operation needs of a lane.
type input struct {
	operations uint64
	place      uint32 // of the last of them
	end        uint64
}

// The costs of what crosses from lane to lane, in nanoseconds.
const (
	latency   = 1000 // from the end of an operation to the earliest beginning of its user
	costWait  = 200  // of waiting for another lane
	costCross = 30   // of an input that another lane computed of late
	lately    = 8000 // before
)

// maxLanes bounds the number of lanes.
const maxLanes = 16

// newPlan deals the operations to n lanes.
func newPlan(d *dependencies, n int) *plan {
	p := &plan{
		dependencies: d, lanes: make([]planned, n), inputs: make([]input, n),
		begin: make([]uint64, len(d.cost)), end: make([]uint64, len(d.cost)),
		lane: make([]uint8, len(d.cost)), place: make([]uint32, len(d.cost)),
	}
	for i := range p.lanes {
		p.lanes[i].reached = make([]uint32, n)
	}
	for _, i := range d.urgent() {
		p.put(i)
	}
	return p
}

// urgent returns the operations, those with the longest paths first. So each comes behind those
// that it needs.
func (d *dependencies) urgent() []uint32 {
	order := make([]uint32, len(d.cost))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(i, j uint32) int { return cmp.Compare(d.rank[j], d.rank[i]) })
	return order
}

// time returns the time that the plan takes.
func (p *plan) time() (time uint64) {
	for i := range p.lanes {
		time = max(time, p.lanes[i].end)
	}
	return time
}

// put puts an operation into the lane with the lowest price.
func (p *plan) put(i uint32) {
	p.find(i)
	lane := 0
	begin, end := p.times(i, 0)
	for other := 1; other < len(p.lanes); other++ {
		if b, e := p.times(i, other); price(b, e) < price(begin, end) {
			lane, begin, end = other, b, e
		}
	}
	l := &p.lanes[lane]
	for other, in := range p.inputs {
		if other != lane && in.place > l.reached[other] {
			l.reached[other] = in.place
			p.waits = append(p.waits, wait{i, p.lanes[other].operations[in.place-1]})
		}
	}
	l.operations = append(l.operations, i)
	l.end = end
	p.begin[i], p.end[i] = begin, end
	p.lane[i], p.place[i] = uint8(lane), uint32(len(l.operations))
	p.busy += end - begin
}

// price is what lanes are compared by. An operation that ends a little earlier in a lane, but takes
// longer there, holds up others.
func price(begin, end uint64) uint64 { return end + 4*(end-begin) }

// find sets the inputs of an operation.
func (p *plan) find(i uint32) {
	clear(p.inputs)
	if p.alone[i] {
		for l := range p.inputs {
			p.inputs[l].place, p.inputs[l].end = uint32(len(p.lanes[l].operations)), p.lanes[l].end
		}
		return
	}
	for _, j := range p.needs.of(i) {
		in := &p.inputs[p.lane[j]]
		in.operations++
		in.place, in.end = max(in.place, p.place[j]), max(in.end, p.end[j])
	}
}

// times returns when an operation would begin and end in a lane.
func (p *plan) times(i uint32, lane int) (begin, end uint64) {
	l := &p.lanes[lane]
	begin = l.end
	cost := uint64(p.cost[i])
	for other, in := range p.inputs {
		if other != lane && in.place > l.reached[other] {
			begin = max(begin, in.end+latency)
			cost += costWait
		}
	}
	for other, in := range p.inputs {
		if other != lane && in.end+lately > begin {
			cost += costCross * in.operations
		}
	}
	return begin, begin + cost
}
