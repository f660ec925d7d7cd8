package plonk

import (
	"fmt"

	"github.com/consensys/gnark/constraint"
	cs_bls12377 "github.com/consensys/gnark/constraint/bls12-377"
	cs_bls12381 "github.com/consensys/gnark/constraint/bls12-381"
	cs_bn254 "github.com/consensys/gnark/constraint/bn254"
	cs_bw6761 "github.com/consensys/gnark/constraint/bw6-761"
	"github.com/gnark-accel/gnark-accel/accel"
	bls12377 "github.com/gnark-accel/gnark-accel/hooks/plonk/bls12-377"
	bls12381 "github.com/gnark-accel/gnark-accel/hooks/plonk/bls12-381"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/bn254"
	bw6761 "github.com/gnark-accel/gnark-accel/hooks/plonk/bw6-761"
)

// Plan says what a device's memory would serve if a key for a constraint system were loaded and a proof made with it. The
// options are those of the engine, of which [accel.WithMemoryLimit] is needed; there need be no key and no device.
func Plan(ccs constraint.ConstraintSystem, opts ...accel.Option) (*accel.MemoryPlan, error) {
	if ccs == nil {
		return nil, fmt.Errorf("%w: no constraint system", ErrInvalidInput)
	}
	r, err := accel.Rehearse(opts...)
	if err != nil {
		return nil, err
	}
	switch system := ccs.(type) {
	case *cs_bn254.SparseR1CS:
		return plan(bn254.SizesOf, system, r)
	case *cs_bls12377.SparseR1CS:
		return plan(bls12377.SizesOf, system, r)
	case *cs_bls12381.SparseR1CS:
		return plan(bls12381.SizesOf, system, r)
	case *cs_bw6761.SparseR1CS:
		return plan(bw6761.SizesOf, system, r)
	default:
		return nil, notSupported(ccs)
	}
}

// sizes are a curve's Sizes.
type sizes interface {
	Plan(*accel.Rehearsal) *accel.MemoryPlan
}

// plan plans for the sizes that a curve finds in its system.
func plan[S constraint.ConstraintSystem, Z sizes](sizesOf func(S) (Z, error), system S, r *accel.Rehearsal) (*accel.MemoryPlan, error) {
	z, err := sizesOf(system)
	if err != nil {
		return nil, err
	}
	return z.Plan(r), nil
}
