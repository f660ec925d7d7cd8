package solver

import (
	"fmt"
	"reflect"

	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// CheckInput returns an error if a witness of so many values, or the hints, do not fit a system.
func CheckInput(
	sys *constraint.System, values int, hints map[solver.HintID]solver.Hint,
) error {
	want := sys.GetNbPublicVariables() + sys.GetNbSecretVariables()
	if sys.Type == constraint.SystemR1CS {
		want-- // the constant one
	}
	if values != want {
		return fmt.Errorf("solver: a witness of %d values, expected %d", values, want)
	}
	for id, name := range sys.MHintsDependencies {
		if hints[id] == nil {
			return fmt.Errorf("solver: no function for hint %s", name)
		}
	}
	return nil
}

// CheckNatives returns an error if a hint that a program knows is overridden.
func CheckNatives(p *program.Program, hints map[solver.HintID]solver.Hint) error {
	for _, id := range p.Natives {
		f := reflect.ValueOf(hints[id])
		if f.Pointer() != reflect.ValueOf(solver.GetRegisteredHint(id)).Pointer() {
			return fmt.Errorf("solver: hint %d is overridden", id)
		}
	}
	return nil
}
