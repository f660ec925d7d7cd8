package proof

import (
	"fmt"

	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// Witness returns the values of a witness. One over another field is refused; whether it fits a
// system is left to the solver. Invalid is the error if there is none.
func Witness[E any](f *curve.Field[E], full witness.Witness, invalid error) ([]E, error) {
	if full == nil {
		return nil, fmt.Errorf("%w: no witness", invalid)
	}
	values, ok := f.Elements(full.Vector())
	if !ok {
		return nil, fmt.Errorf("%w: not a witness over the scalar field of %s",
			witness.ErrInvalidWitness, f.Curve)
	}
	return values, nil
}
