package solver

import "github.com/consensys/gnark/constraint"

// stateful returns the blueprints that keep state while gnark solves a system.
func stateful(s *constraint.System) []constraint.BlueprintStateful[constraint.U64] {
	var all []constraint.BlueprintStateful[constraint.U64]
	for _, b := range s.Blueprints {
		if b, ok := b.(constraint.BlueprintStateful[constraint.U64]); ok {
			all = append(all, b)
		}
	}
	return all
}

// keepsState reports whether a blueprint keeps state while a program runs, too. Lookup tables do
// not: programs have tables of their own.
func keepsState(b constraint.BlueprintStateful[constraint.U64]) bool {
	_, lookup := b.(*constraint.BlueprintLookupHint[constraint.U64])
	return !lookup
}

// Stateful reports whether blueprints of a system keep state while gnark solves it, and while a
// program does.
func Stateful(s *constraint.System) (inGnark, inProgram bool) {
	for _, b := range stateful(s) {
		inGnark = true
		inProgram = inProgram || keepsState(b)
	}
	return inGnark, inProgram
}

// Reset resets the blueprints that keep state while a program runs.
func Reset(s *constraint.System) {
	for _, b := range stateful(s) {
		if keepsState(b) {
			b.Reset()
		}
	}
}
