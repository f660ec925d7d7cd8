package circuit

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
)

// Hint is a function that a constraint system calls while it is solved.
type Hint struct {
	ID   uint32 `json:"id"` // gnark's identifier, a hash of the name
	Name string `json:"name"`
}

// hintsOf lists the hints that a system calls, by name.
func hintsOf(system *constraint.System) []Hint {
	var hints []Hint
	for id, name := range system.MHintsDependencies {
		hints = append(hints, Hint{ID: uint32(id), Name: name})
	}
	slices.SortFunc(hints, func(a, b Hint) int { return cmp.Compare(a.Name, b.Name) })
	return hints
}

// Ability says which circuits a program can prove: those compiled by its version of gnark, with
// hints that are registered in it.
type Ability struct {
	GnarkVersion string   `json:"gnarkVersion"`
	Hints        []uint32 `json:"hints"` // ascending
}

// OwnAbility is that of the running program.
func OwnAbility() Ability {
	a := Ability{GnarkVersion: OwnVersion()}
	for _, hint := range solver.GetRegisteredHints() {
		a.Hints = append(a.Hints, uint32(solver.GetHintID(hint)))
	}
	slices.Sort(a.Hints)
	return a
}

// Check returns nil if a program of this ability can prove the circuit. Otherwise the error wraps
// [ErrVersion], or [ErrUnknownHints] with their names.
func (a Ability) Check(m *Manifest) error {
	if m.GnarkVersion != a.GnarkVersion {
		return fmt.Errorf("%w: by %s, and the worker has %s", ErrVersion, m.GnarkVersion,
			a.GnarkVersion)
	}
	var unknown []string
	for _, hint := range m.Hints {
		if _, found := slices.BinarySearch(a.Hints, hint.ID); !found {
			unknown = append(unknown, hint.Name)
		}
	}
	if unknown != nil {
		return fmt.Errorf("%w: %q", ErrUnknownHints, unknown)
	}
	return nil
}
