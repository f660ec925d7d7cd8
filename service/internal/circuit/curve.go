package circuit

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	bls12377 "github.com/consensys/gnark/constraint/bls12-377"
	bls12381 "github.com/consensys/gnark/constraint/bls12-381"
	bn254 "github.com/consensys/gnark/constraint/bn254"
	bw6761 "github.com/consensys/gnark/constraint/bw6-761"
	"github.com/gnark-accel/gnark-accel/internal/curves"
)

// curveOf returns the curve of that name, as its String method spells it.
func curveOf(name string) (ecc.ID, error) {
	for _, id := range curves.IDs() {
		if id.String() == name {
			return id, nil
		}
	}
	return ecc.UNKNOWN, fmt.Errorf("%w: curve %q; there are %v", ErrMalformed, name, curves.IDs())
}

// CurveOver returns the name of the curve whose scalar field a system is over.
func CurveOver(ccs constraint.ConstraintSystem) (string, error) {
	for _, id := range curves.IDs() {
		if ccs.Field().Cmp(id.ScalarField()) == 0 {
			return id.String(), nil
		}
	}
	return "", fmt.Errorf("%w: over a field of no supported curve", ErrMalformed)
}

// coreOf returns the part of a constraint system that does not depend on the field.
func coreOf(ccs constraint.ConstraintSystem) (*constraint.System, error) {
	switch ccs := ccs.(type) {
	case *bn254.R1CS:
		return &ccs.System, nil
	case *bls12377.R1CS:
		return &ccs.System, nil
	case *bls12381.R1CS:
		return &ccs.System, nil
	case *bw6761.R1CS:
		return &ccs.System, nil
	default:
		return nil, fmt.Errorf("%w: a constraint system %T", ErrMalformed, ccs)
	}
}
