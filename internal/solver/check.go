package solver

import (
	"fmt"
	"reflect"

	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// CheckInput returns an error if a witness of n values, or the hints, do not fit a program.
func CheckInput(
	p *program.Program, sys *constraint.System, values int, hints map[solver.HintID]solver.Hint,
) error {
	want := p.Known
	if !p.Sparse {
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
	for _, id := range p.Natives {
		f := reflect.ValueOf(hints[id])
		if f.Pointer() != reflect.ValueOf(solver.GetRegisteredHint(id)).Pointer() {
			return fmt.Errorf("solver: hint %d is overridden", id)
		}
	}
	return nil
}
