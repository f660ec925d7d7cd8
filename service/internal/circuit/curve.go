package circuit

import (
	"fmt"
	"reflect"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// curveOf returns the curve of that name, as its String method spells it.
func curveOf(name string) (ecc.ID, error) {
	for _, id := range curve.IDs() {
		if id.String() == name {
			return id, nil
		}
	}
	return ecc.UNKNOWN, fmt.Errorf("%w: curve %q; there are %v", ErrMalformed, name, curve.IDs())
}

// CurveOver returns the name of the curve whose scalar field a system is over.
func CurveOver(ccs constraint.ConstraintSystem) (string, error) {
	name := curve.NameOf(ccs)
	_, err := curveOf(name)
	return name, err
}

// coreOf returns the part of a system that all fields have. gnark's types over all curves embed it.
func coreOf(ccs constraint.ConstraintSystem) *constraint.System {
	core := reflect.ValueOf(ccs).Elem().FieldByName("System")
	return core.Addr().Interface().(*constraint.System)
}
