package solver

import "github.com/consensys/gnark/constraint"

// Stateful reports whether blueprints of a system keep state while gnark solves it, and while a
// program does.
func Stateful(s *constraint.System) (inGnark, inProgram bool) {
	n, own := stateful(s)
	return n > 0, len(own) > 0
}

// Reset resets the blueprints that keep state while a program runs.
func Reset(s *constraint.System) {
	_, own := stateful(s)
	for _, b := range own {
		b.Reset()
	}
}

// stateful counts the blueprints that keep state while gnark solves a system, and returns those of
// them that do so while a program runs. Programs have lookup tables of their own.
func stateful(s *constraint.System) (n int, own []constraint.BlueprintStateful[constraint.U64]) {
	for _, b := range s.Blueprints {
		b, ok := b.(constraint.BlueprintStateful[constraint.U64])
		if !ok {
			continue
		}
		n++
		if _, lookup := b.(*constraint.BlueprintLookupHint[constraint.U64]); !lookup {
			own = append(own, b)
		}
	}
	return n, own
}
