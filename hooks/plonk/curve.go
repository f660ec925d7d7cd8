package plonk

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
)

// notSupported is the error for a constraint system or key that there is no prover for.
func notSupported(of any) error {
	return fmt.Errorf("%w: %s", ErrCurveNotSupported, curveOf(of))
}

// mismatch is the error for a key over another curve than the constraint system.
func mismatch(ccs constraint.ConstraintSystem, pk plonk.ProvingKey) error {
	return fmt.Errorf("%w: the system is over %s, the key over %s", ErrKeyMismatch, curveOf(ccs), curveOf(pk))
}

// curveOf names the curve of one of gnark's objects. Systems over small fields have none, and are named by their type.
func curveOf(object any) string {
	if o, ok := object.(interface{ CurveID() ecc.ID }); ok {
		return o.CurveID().String()
	}
	return fmt.Sprintf("%T", object)
}
