package schedule

import (
	"cmp"
	"slices"
)

// segment is operations that a queue runs without waiting. Other queues see its results at its end.
type segment struct {
	queue      uint8
	begin      uint64
	operations []uint32
}

// segments cuts the queues of a plan. It returns the segments in the order of their beginnings. A
// segment ends before an operation that waits for another queue. It also ends behind one for which
// another queue waits, unless it ends in time anyway.
func (p *plan) segments() []segment {
	first, last := make([]bool, len(p.cost)), make([]bool, len(p.cost)) // by operation
	for _, w := range p.waits {
		first[w.user] = true
	}
	ends := p.ends(first)
	for _, w := range p.waits {
		last[w.maker] = last[w.maker] || ends[w.maker]+latency > p.begin[w.user]
	}
	var all []segment
	for q := range p.queues {
		open := false
		for _, i := range p.queues[q].operations {
			if !open || first[i] {
				all = append(all, segment{queue: uint8(q), begin: p.begin[i]})
			}
			s := &all[len(all)-1]
			s.operations = append(s.operations, i)
			open = !last[i]
		}
	}
	slices.SortStableFunc(all, func(a, b segment) int { return cmp.Compare(a.begin, b.begin) })
	return all
}

// ends returns by operation when its segment ends, if nothing else is cut.
func (p *plan) ends(first []bool) []uint64 {
	ends := make([]uint64, len(p.cost))
	for q := range p.queues {
		end, cut := uint64(0), true // behind the operation
		for _, i := range slices.Backward(p.queues[q].operations) {
			if cut {
				end = p.end[i]
			}
			ends[i], cut = end, first[i]
		}
	}
	return ends
}
