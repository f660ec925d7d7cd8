package groth16

import (
	"fmt"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
)

// Plan forecasts how a key for a constraint system, and a proof with it, use a device's memory.
//
// The options are those of the engine; [accel.WithMemoryLimit] is required. Plan needs no key and
// no device.
func Plan(ccs constraint.ConstraintSystem, opts ...accel.Option) (*accel.MemoryPlan, error) {
	if ccs == nil {
		return nil, fmt.Errorf("%w: no constraint system", ErrInvalidInput)
	}
	r, err := accel.NewDryRun(opts...)
	if err != nil {
		return nil, err
	}
	p, err := proverOf(ccs)
	if err != nil {
		return nil, err
	}
	return p.plan(ccs, r)
}
