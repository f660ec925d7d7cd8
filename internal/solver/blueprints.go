package solver

import "github.com/consensys/gnark/constraint"

// Stateful says whether blueprints keep state while gnark solves a system. It also returns the
// blueprints that do so while a program runs. Programs have lookup tables of their own.
func Stateful(
	s *constraint.System,
) (inGnark bool, inProgram []constraint.BlueprintStateful[constraint.U64]) {
	for _, b := range s.Blueprints {
		b, stateful := b.(constraint.BlueprintStateful[constraint.U64])
		if !stateful {
			continue
		}
		inGnark = true
		if _, lookup := b.(*constraint.BlueprintLookupHint[constraint.U64]); !lookup {
			inProgram = append(inProgram, b)
		}
	}
	return inGnark, inProgram
}
