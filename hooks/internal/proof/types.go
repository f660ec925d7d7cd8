package proof

import (
	"fmt"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Types recognises gnark's objects of one curve. They come as any, since they have no type that all
// curves share.
type Types[E any] struct {
	KeyType keys.Type
	// System returns false for anything but a system over the curve. A nil system is empty.
	System func(ccs any) (s solver.System[E], ok bool)
	// Solution returns nil for a nil solution, and false for anything but one over the curve.
	Solution func(solution any) (s *solver.Solution[E], ok bool)
}

// Serves reports whether a constraint system or a proving key is over the curve.
func (t *Types[E]) Serves(object any) bool {
	_, isSystem := t.System(object)
	return isSystem || t.KeyType.Is(object)
}

// SystemOf returns the part of a system that all curves share. It returns nil for a nil system.
func (t *Types[E]) SystemOf(ccs any) *constraint.System {
	s, _ := t.System(ccs)
	return s.System
}

// Given returns a solution that was found before, in gnark's type of a name. Others are invalid.
func (t *Types[E]) Given(
	solution any, name string, invalid error,
) (*solver.Solution[E], error) {
	given, ok := t.Solution(solution)
	switch {
	case !ok:
		return nil, fmt.Errorf("%w: a %T, expected a *cs.%s", invalid, solution, name)
	case given == nil:
		return nil, fmt.Errorf("%w: no solution", invalid)
	}
	return given, nil
}
