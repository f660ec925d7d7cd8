package protocol

import (
	"fmt"

	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Numbers of the selections of wires that meet the vectors of a key. B is one vector in both
// groups.
const (
	wiresOfA = iota
	wiresOfB
	wiresOfK
)

// selections are the wires, on the device, of the circuit that a key was last used with.
type selections[E any] struct {
	*device.Wires[E]
	public int
	hidden []int
}

func newSelections[P1, P2, E any](
	f *session.Field, pk *Key[P1, P2, E], public int, hidden []int,
) *selections[E] {
	infinityA, infinityB, pointsA, pointsB := pk.InfinityA, pk.InfinityB, len(pk.A), len(pk.B)
	n := len(infinityA)
	selected := func() ([]device.Selection, error) {
		a, b := device.Finite(infinityA), device.Finite(infinityB)
		if a.Len(n) != pointsA || b.Len(n) != pointsB {
			return nil, fmt.Errorf(
				"%w: %d and %d wires with a finite point, and %d and %d points in A and B",
				ErrKeyMismatch, a.Len(n), b.Len(n), pointsA, pointsB)
		}
		return []device.Selection{wiresOfA: a, wiresOfB: b,
			wiresOfK: device.Private(n, public, hidden)}, nil
	}
	return &selections[E]{
		Wires:  device.NewWires[E](f, n, selected),
		public: public, hidden: hidden,
	}
}

// close frees the device's memory, as soon as no proof uses it.
func (s *selections[E]) close() error {
	if s == nil {
		return nil
	}
	return s.Close()
}
