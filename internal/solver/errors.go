package solver

import (
	"errors"
	"fmt"
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

// Equal returns an error that says where one of several vectors differs from gnark's.
func (f *Field[E]) Equal(vector int, have, want []E) error {
	if len(have) != len(want) {
		return fmt.Errorf("solver: vector %d has %d elements, gnark's %d",
			vector, len(have), len(want))
	}
	if i := f.Difference(have, want); i < len(have) {
		return fmt.Errorf("solver: vector %d differs from gnark's at %d", vector, i)
	}
	return nil
}
