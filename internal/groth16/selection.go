package groth16

import (
	"fmt"
	"slices"
)

// Selection names the wires that a vector of the key uses: Indices, or if these are nil the range
// [First, End). End = 0 means the number of wires.
type Selection struct {
	Indices    []uint32
	First, End int
}

// Numbers of the selections of wires that meet the vectors of a key. From the last on they are the
// private wires of the commitments. B is one vector in both groups. A part of it in G2 alone has a
// selection of its own, behind all others.
const (
	WiresOfA = iota
	WiresOfB
	WiresOfK
	WiresOfCommitments
)

// Finite selects the wires whose point is not at infinity: the key has no entries for others.
func Finite(atInfinity []bool) Selection {
	indices := make([]uint32, 0, len(atInfinity))
	for i, infinite := range atInfinity {
		if !infinite {
			indices = append(indices, uint32(i))
		}
	}
	if len(indices) == len(atInfinity) {
		return Selection{}
	}
	return Selection{Indices: indices}
}

// Private selects the wires from the first private one on, without the hidden ones. There are n
// wires. The hidden ones ascend.
func Private(n, first int, hidden []int) Selection {
	if len(hidden) == 0 {
		return Selection{First: first}
	}
	indices := make([]uint32, 0, n-first-len(hidden))
	for i := first; i < n; i++ {
		if len(hidden) > 0 && hidden[0] == i {
			hidden = hidden[1:]
			continue
		}
		indices = append(indices, uint32(i))
	}
	return Selection{Indices: indices}
}

// Committed selects the private wires of a commitment.
func Committed(wires []int) Selection {
	indices := make([]uint32, len(wires))
	for i, wire := range wires {
		indices[i] = uint32(wire)
	}
	return Selection{Indices: indices}
}

// Len returns the number of selected wires, out of n.
func (s Selection) Len(n int) int {
	if s.Indices == nil {
		return s.end(n) - s.First
	}
	return len(s.Indices)
}

// end is the wire behind the last one of a selection without indices. There are n wires.
func (s Selection) end(n int) int {
	if s.End == 0 {
		return n
	}
	return s.End
}

// Part selects the range [from, to) of the selected wires. There are n wires in all.
func (s Selection) Part(from, to, n int) Selection {
	switch {
	case from == 0 && to == s.Len(n):
		return s
	case from == to:
		return Selection{Indices: []uint32{}}
	case s.Indices == nil:
		return Selection{First: s.First + from, End: s.First + to}
	}
	return Selection{Indices: slices.Clone(s.Indices[from:to])}
}

// Window returns the shortest range [from, to) that has the selected wires, out of n.
func (s Selection) Window(n int) (from, to int) {
	switch {
	case s.Len(n) == 0:
		return 0, 0
	case s.Indices == nil:
		return s.First, s.end(n)
	}
	return int(slices.Min(s.Indices)), int(slices.Max(s.Indices)) + 1
}

// Without selects the same wires, out of n, after the first wires were left out.
func (s Selection) Without(before, n int) Selection {
	switch {
	case s.Indices == nil:
		return Selection{First: s.First - before, End: s.end(n) - before}
	case before == 0:
		return s
	}
	indices := make([]uint32, len(s.Indices))
	for i, index := range s.Indices {
		indices[i] = index - uint32(before)
	}
	return Selection{Indices: indices}
}

// check refuses a selection of wires that are not below n.
func (s Selection) check(n int) error {
	if s.First < 0 || s.First > s.end(n) || s.end(n) > n {
		return fmt.Errorf("wires from %d to %d, of %d", s.First, s.end(n), n)
	}
	for _, i := range s.Indices {
		if int(i) >= n {
			return fmt.Errorf("wire %d of %d", i, n)
		}
	}
	return nil
}

// Select returns the values of the selected wires.
func Select[E any](s Selection, values []E) []E {
	if s.Indices == nil {
		return values[s.First:s.end(len(values))]
	}
	selected := make([]E, len(s.Indices))
	for i, index := range s.Indices {
		selected[i] = values[index]
	}
	return selected
}
