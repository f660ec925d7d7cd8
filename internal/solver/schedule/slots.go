package schedule

import "slices"

// plan deals the operations of a program, or blocks of them, to lanes, of which a worker runs one
// or several. Time is cut into slots. In a slot, a lane may read what it computed itself, and what
// other lanes computed in earlier slots: so the lanes wait for each other between slots only, and
// have time for it.
//
// Operations with the longest paths behind them come first. An operation goes to the lane where
// most of its inputs were computed. A lane without work takes the least urgent of another's.
type plan struct {
	*dependencies
	lanes []planned
	free  ready // what any lane may take: nothing that it needs has a lane

	slot    uint32              // the current one, from 1 on
	to      uint32              // the end of the stretch
	end     []uint32            // by operation: the slot in which it ends, or 0
	lane    []uint8             // by operation
	missing []uint32            // by operation: how many that it needs have no lane yet
	later   map[uint32][]uint32 // by slot: what may begin in it
	inputs  []uint32            // scratch, by lane

	segments []segment
	busy     uint64 // of all lanes
}

// planned is a lane in the making.
type planned struct {
	ready
	used uint64   // of the slot
	out  bool     // nothing more goes into the slot
	runs []uint32 // operations of the slot
}

// segment is the operations of a lane in a slot.
type segment struct {
	lane       uint8
	operations []uint32
}

// The lengths of a slot, and of what crosses from lane to lane, in nanoseconds.
const (
	slotTime    = 2000
	costSegment = 300 // of the first operation of a lane in a slot
	costCross   = 30  // an input that another lane computed of late
	lately      = 4   // slots
)

// maxLanes bounds the number of lanes.
const maxLanes = 16

// newPlan deals the operations to n lanes.
func newPlan(d *dependencies, n int) *plan {
	p := &plan{
		dependencies: d, lanes: make([]planned, n), slot: 1,
		end: make([]uint32, len(d.cost)), lane: make([]uint8, len(d.cost)),
		missing: make([]uint32, len(d.cost)), inputs: make([]uint32, n),
		later: map[uint32][]uint32{},
	}
	for i := range p.missing {
		p.missing[i] = uint32(len(d.needs.of(uint32(i))))
	}
	p.free.rank = d.rank
	for i := range p.lanes {
		p.lanes[i].rank = d.rank
	}
	for from := 0; from < len(d.cost); {
		to := from + 1
		if !d.alone[from] {
			for to < len(d.cost) && !d.alone[to] {
				to++
			}
		}
		p.stretch(uint32(from), uint32(to))
		from = to
	}
	return p
}

// time returns the time that the plan takes.
func (p *plan) time() uint64 { return uint64(p.slot-1) * slotTime }

// stretch deals operations between two that stand alone, or one of these. Slots end before and
// after it.
func (p *plan) stretch(from, to uint32) {
	p.to = to
	for i := from; i < to; i++ {
		if p.missing[i] == 0 {
			p.free.push(i)
		}
	}
	for left := int(to - from); left > 0; {
		left -= p.fillSlot()
	}
	longest := uint64(0)
	for i := range p.lanes {
		longest = max(longest, p.lanes[i].used)
		p.lanes[i].used = 0
	}
	p.slot += uint32((longest + slotTime - 1) / slotTime)
}

// fillSlot deals operations until no lane has time or work, and returns their number.
func (p *plan) fillSlot() (n int) {
	p.release()
	for i := range p.lanes {
		l := &p.lanes[i]
		l.out = l.used >= slotTime // by an operation of an earlier slot
	}
	for i := p.earliest(); i >= 0; i = p.earliest() {
		operation, ok := p.choose(i)
		if !ok {
			p.lanes[i].out = true
			continue
		}
		p.put(i, operation)
		n++
	}
	for i := range p.lanes {
		l := &p.lanes[i]
		l.used -= min(l.used, slotTime)
		if len(l.runs) > 0 {
			p.segments = append(p.segments, segment{uint8(i), slices.Clone(l.runs)})
			l.runs = l.runs[:0]
		}
	}
	p.slot++
	return n
}

// release gives lanes what has waited for this slot.
func (p *plan) release() {
	for _, i := range p.later[p.slot] {
		p.lanes[p.home(i)].push(i)
	}
	delete(p.later, p.slot)
}

// earliest returns the lane that has most of the slot left, or a negative number.
func (p *plan) earliest() int {
	lane := -1
	for i := range p.lanes {
		if !p.lanes[i].out && (lane < 0 || p.lanes[i].used < p.lanes[lane].used) {
			lane = i
		}
	}
	return lane
}

// choose takes the next operation of a lane: its own most urgent one, or a free one that is more
// urgent, or another lane's.
func (p *plan) choose(lane int) (uint32, bool) {
	own := &p.lanes[lane].ready
	switch {
	case own.len() > 0 && (p.free.len() == 0 || own.before(own.first(), p.free.first())):
		return own.pop(), true
	case p.free.len() > 0:
		return p.free.pop(), true
	}
	for i := range p.lanes {
		if other := &p.lanes[i].ready; i != lane && other.len() > 1 {
			if k := p.spare(other, lane); k > 0 {
				return other.take(k), true
			}
		}
	}
	return 0, false
}

// spare returns where another lane has an operation that is not urgent and that a lane may run in
// this slot, or 0.
func (p *plan) spare(of *ready, lane int) int {
	const tries = 8
	for k := of.len() - 1; k > max(0, of.len()-1-tries); k-- {
		if p.mayRun(of.operations[k], lane) {
			return k
		}
	}
	return 0
}

// mayRun reports whether a lane may run an operation in this slot.
func (p *plan) mayRun(i uint32, lane int) bool { return p.mayBegin(i, lane) <= p.slot }

// mayBegin returns the first slot in which a lane may run an operation.
func (p *plan) mayBegin(i uint32, lane int) uint32 {
	slot := uint32(0)
	for _, j := range p.needs.of(i) {
		end := p.end[j]
		if int(p.lane[j]) != lane {
			end++
		}
		slot = max(slot, end)
	}
	return slot
}

// put puts an operation into the slot, and finds what may begin after it.
func (p *plan) put(lane int, i uint32) {
	l, cost := &p.lanes[lane], uint64(p.cost[i])
	if len(l.runs) == 0 {
		cost += costSegment
	}
	for _, j := range p.needs.of(i) {
		if int(p.lane[j]) != lane && p.end[j]+lately > p.slot {
			cost += costCross
		}
	}
	l.used += cost
	p.busy += cost
	l.out = l.used >= slotTime
	l.runs = append(l.runs, i)
	p.end[i], p.lane[i] = p.slot+uint32((l.used-1)/slotTime), uint8(lane)
	for _, user := range p.users.of(i) {
		if p.missing[user]--; p.missing[user] > 0 || user >= p.to {
			continue
		}
		home := lane
		if p.mayBegin(user, lane) > p.slot {
			home = p.home(user)
		}
		if slot := p.mayBegin(user, home); slot <= p.slot {
			p.lanes[home].push(user)
		} else {
			p.later[slot] = append(p.later[slot], user)
		}
	}
}

// home returns the lane that computes most of what an operation needs.
func (p *plan) home(i uint32) int {
	clear(p.inputs)
	home := 0
	for _, j := range p.needs.of(i) {
		lane := int(p.lane[j])
		if p.inputs[lane]++; p.inputs[lane] > p.inputs[home] {
			home = lane
		}
	}
	return home
}
