package protocol

import (
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
)

// columns finds the points of a system's wires in its key. A missing point is nil: it is at
// infinity, or the key has none.
type columns[P1, P2, E any] struct {
	pk            *Key[P1, P2, E]
	inA, inB, inK []int32 // positions; -1 where there is none
}

func columnsOf[P1, P2, E any](sys *system.System[E], pk *Key[P1, P2, E]) *columns[P1, P2, E] {
	n, public := len(pk.InfinityA), sys.GetNbPublicVariables()
	hidden := make([]bool, n)
	for _, wire := range sys.Hidden() {
		hidden[wire] = true
	}
	return &columns[P1, P2, E]{
		pk:  pk,
		inA: positions(n, func(wire int) bool { return !pk.InfinityA[wire] }),
		inB: positions(n, func(wire int) bool { return !pk.InfinityB[wire] }),
		inK: positions(n, func(wire int) bool { return wire >= public && !hidden[wire] }),
	}
}

// positions counts the wires that are in a vector.
func positions(n int, in func(wire int) bool) []int32 {
	at, next := make([]int32, n), int32(0)
	for wire := range at {
		at[wire] = -1
		if in(wire) {
			at[wire] = next
			next++
		}
	}
	return at
}

func (c *columns[P1, P2, E]) a(wire int) *P1  { return pointAt(c.pk.A, c.inA[wire]) }
func (c *columns[P1, P2, E]) b(wire int) *P1  { return pointAt(c.pk.B, c.inB[wire]) }
func (c *columns[P1, P2, E]) b2(wire int) *P2 { return pointAt(c.pk.B2, c.inB[wire]) }
func (c *columns[P1, P2, E]) k(wire int) *P1  { return pointAt(c.pk.K, c.inK[wire]) }

// known says whether the key has a point K of a wire.
func (c *columns[P1, P2, E]) known(wire int) bool { return c.inK[wire] >= 0 }

func pointAt[P any](points []P, at int32) *P {
	if at < 0 {
		return nil
	}
	return &points[at]
}
