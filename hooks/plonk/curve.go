package plonk

import (
	"fmt"

	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/curvename"
)

// notSupported is the error for a constraint system or key that there is no prover for.
func notSupported(of any) error {
	return fmt.Errorf("%w: %s", ErrCurveNotSupported, curvename.Of(of))
}

// mismatch is the error for a key over another curve than the constraint system.
func mismatch(ccs constraint.ConstraintSystem, pk plonk.ProvingKey) error {
	return fmt.Errorf("%w: the system is over %s, the key over %s", ErrKeyMismatch, curvename.Of(ccs), curvename.Of(pk))
}
