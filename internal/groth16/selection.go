package groth16

import "fmt"

// Selection says which wires meet a vector of a key. They are the wires of the indices, which
// ascend, or, if there are no indices, all from First on.
type Selection struct {
	Indices []uint32
	First   int
}

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

// Private selects the wires from the first private one on, out of n, without the hidden ones. The
// hidden ones ascend.
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

// Len returns the number of selected wires, out of n.
func (s Selection) Len(n int) int {
	if s.Indices == nil {
		return n - s.First
	}
	return len(s.Indices)
}

// check refuses a selection of other wires than those below n.
func (s Selection) check(n int) error {
	if s.First < 0 || s.First > n {
		return fmt.Errorf("wires from %d on, of %d", s.First, n)
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
		return values[s.First:]
	}
	selected := make([]E, len(s.Indices))
	for i, index := range s.Indices {
		selected[i] = values[index]
	}
	return selected
}
