package solver

import (
	"fmt"
	"reflect"

	"github.com/consensys/gnark/constraint"
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// checkInput returns an error if the number of values, or the hints, do not fit.
func checkInput(
	sys *constraint.System, values int, hints map[gnark.HintID]gnark.Hint,
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

// checkBuiltIns returns an error if a hint that a program knows is overridden.
func checkBuiltIns(p *program.Program, hints map[gnark.HintID]gnark.Hint) error {
	for _, id := range p.Natives {
		f := reflect.ValueOf(hints[id])
		if f.Pointer() != reflect.ValueOf(gnark.GetRegisteredHint(id)).Pointer() {
			return fmt.Errorf("solver: hint %d is overridden", id)
		}
	}
	return nil
}
