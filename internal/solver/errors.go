package solver

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// The errors of witnesses, which the hooks export.
var (
	ErrUnsatisfied = errors.New("the witness does not satisfy the constraint system")
	ErrHint        = errors.New("a hint of the circuit failed")
)

// Errors of programs that run. gnark's solver names the cause, and its place.
var (
	ErrConstraint = errors.New("solver: a constraint is not satisfied")
	ErrNotInTable = errors.New("solver: a query is not in the table")
)

func Unsatisfied(row uint32) error { return fmt.Errorf("%w: row %d", ErrConstraint, row) }

// difference returns an error that says where one of several vectors differs from gnark's.
func difference[E any](vector int, have, want []E) error {
	if len(have) != len(want) {
		return fmt.Errorf("solver: vector %d has %d elements, gnark's %d",
			vector, len(have), len(want))
	}
	x, y := words(have), words(want)
	for i := range x {
		if x[i] != y[i] {
			at := i / (len(x) / len(have))
			return fmt.Errorf("solver: vector %d differs from gnark's at %d", vector, at)
		}
	}
	return nil
}

// words shows the memory of elements as words.
func words[E any](v []E) []uint64 { return raw.View[uint64](raw.Bytes(v)) }
