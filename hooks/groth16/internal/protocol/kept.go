package protocol

import (
	"fmt"
	"weak"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Numbers of the selections of wires that meet the vectors of a key. B is one vector in both
// groups. Where the shares of both differ, that in G2 has a selection of its own.
const (
	wiresOfA = iota
	wiresOfB
	wiresOfK
	wiresOfB2
)

// selections are the wires, on the device, of the circuit that a key was last used with.
type selections[E any] struct {
	*device.Wires[E]
	window span // of the wires that the device is sent
	ofB2   int  // the number of B's selection in G2
	public int
	hidden []int
}

func newSelections[P1, P2, E any](
	f *session.Field, pk *Key[P1, P2, E], part *share, public int, hidden []int,
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
		all := []device.Selection{
			wiresOfA: a.Part(part.a.from, part.a.to, n),
			wiresOfB: b.Part(part.b.from, part.b.to, n),
			wiresOfK: device.Private(n, public, hidden).Part(part.k.from, part.k.to, n),
		}
		if part.b2 != part.b {
			all = append(all, b.Part(part.b2.from, part.b2.to, n))
		}
		return all, nil
	}
	s := &selections[E]{
		window: span{0, n}, ofB2: wiresOfB, public: public, hidden: hidden,
	}
	if part.b2 != part.b {
		s.ofB2 = wiresOfB2
	}
	if !part.first {
		selected = s.narrow(n, selected)
	}
	s.Wires = device.NewWires[E](f, s.window.to-s.window.from, selected)
	return s
}

// narrow has the device sent those wires only that it has points of, out of n.
func (s *selections[E]) narrow(
	n int, selected func() ([]device.Selection, error),
) func() ([]device.Selection, error) {
	all, err := selected()
	window := span{n, 0}
	for _, selection := range all {
		if from, to := selection.Window(n); from < to {
			window.from, window.to = min(window.from, from), max(window.to, to)
		}
	}
	if window.from > window.to {
		window = span{}
	}
	s.window = window
	for i, selection := range all {
		if selection.Len(n) == 0 {
			all[i] = device.Selection{Indices: []uint32{}}
			continue
		}
		all[i] = selection.Without(window.from, n)
	}
	return func() ([]device.Selection, error) { return all, err }
}

// close frees the device's memory, as soon as no proof uses it.
func (s *selections[E]) close() error {
	if s == nil {
		return nil
	}
	return s.Close()
}

// constraints are those, on the device, of the circuit that a key was last used with. Of the
// circuit they keep the coefficients alone alive.
type constraints[E any] struct {
	*device.Constraints[E]
	circuit system.Circuit
}

// newConstraints returns the constraints of a system, over a domain of n elements. They are read
// when they are first sent.
func newConstraints[E any](
	f *session.Field, s *system.System[E], circuit system.Circuit, n int,
) (*constraints[E], error) {
	starts, err := system.StartsOf(s.System, len(s.Coefficients), n)
	if err != nil {
		return nil, err
	}
	size := device.MatrixSize{Coefficients: len(s.Coefficients)}
	for i := range len(starts) - 1 {
		size.Add(int(starts[i+1] - starts[i]))
	}
	read := rowsLater(weak.Make(s.System), len(s.Coefficients), n)
	return &constraints[E]{
		Constraints: device.NewConstraints(f, size, s.Coefficients, read),
		circuit:     circuit,
	}, nil
}

// rowsLater reads the rows of a system that is not kept alive.
func rowsLater(
	s weak.Pointer[constraint.System], coefficients, n int,
) func() (*device.Rows, error) {
	return func() (*device.Rows, error) {
		sys := s.Value()
		if sys == nil {
			return nil, fmt.Errorf("%w: no constraint system", ErrInvalidInput)
		}
		return system.RowsOf(sys, coefficients, n)
	}
}

// close frees the device's memory, as soon as no proof uses it.
func (c *constraints[E]) close() error {
	if c == nil {
		return nil
	}
	return c.Close()
}
