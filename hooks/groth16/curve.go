package groth16

import (
	"fmt"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/curvename"
)

// proverOf returns the prover over the curve of a constraint system or a proving key.
func proverOf(object any) (prover, error) {
	for _, p := range provers {
		if p.serves(object) {
			return p, nil
		}
	}
	return prover{}, fmt.Errorf("%w: %s", ErrCurveNotSupported, curvename.Of(object))
}

// proverOfKey returns the prover over a key's curve.
func proverOfKey(pk groth16.ProvingKey) (prover, error) {
	if pk == nil {
		return prover{}, fmt.Errorf("%w: no proving key", ErrInvalidInput)
	}
	return proverOf(pk)
}

// proverFor returns the prover over the curve that a system and a key have in common.
func proverFor(ccs constraint.ConstraintSystem, pk groth16.ProvingKey) (prover, error) {
	if ccs == nil {
		return prover{}, fmt.Errorf("%w: no constraint system", ErrInvalidInput)
	}
	if pk == nil {
		return prover{}, fmt.Errorf("%w: no proving key", ErrInvalidInput)
	}
	p, err := proverOf(ccs)
	if err == nil && !p.serves(pk) {
		err = mismatch(ccs, pk)
	}
	return p, err
}

// mismatch is the error for a key over another curve than the constraint system.
func mismatch(ccs constraint.ConstraintSystem, pk groth16.ProvingKey) error {
	return fmt.Errorf("%w: the system is over %s, the key over %s",
		ErrKeyMismatch, curvename.Of(ccs), curvename.Of(pk))
}
