package proof

import (
	"fmt"

	"github.com/consensys/gnark/backend/witness"
)

// Values returns the values of the witness, or none of a solution. A witness over another field is
// refused; whether it fits a system is left to the solver.
func (t *Task[E]) Values() ([]E, error) {
	switch {
	case t.Witness == nil && t.Given != nil:
		return nil, nil
	case t.Witness == nil:
		return nil, fmt.Errorf("%w: no witness", t.ErrInvalidInput)
	}
	values, ok := t.Field.Elements(t.Witness.Vector())
	if !ok {
		return nil, fmt.Errorf("%w: not a witness over the scalar field of %s",
			witness.ErrInvalidWitness, t.Field.Curve)
	}
	return values, nil
}
