package solver

import (
	"errors"
	"fmt"
)

// Errors of programs that run. gnark's solver says what is wrong, and where.
var (
	ErrUnsatisfied = errors.New("solver: a constraint is not satisfied")
	ErrNotInTable  = errors.New("solver: a query is not in the table")
)

func Unsatisfied(row uint32) error { return fmt.Errorf("%w: row %d", ErrUnsatisfied, row) }

// Equal returns an error that says where one of several vectors differs from gnark's.
func Equal[E comparable](vector int, have, want []E) error {
	if len(have) != len(want) {
		return fmt.Errorf("solver: vector %d has %d elements, gnark's %d",
			vector, len(have), len(want))
	}
	for i := range have {
		if have[i] != want[i] {
			return fmt.Errorf("solver: vector %d differs from gnark's at %d", vector, i)
		}
	}
	return nil
}
