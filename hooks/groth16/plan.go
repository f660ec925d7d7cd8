package groth16

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/memory"
)

// Plan forecasts how a key for a constraint system, and a proof with it, use a device's memory.
//
// The options are those of the engine; [accel.WithMemoryLimit] is required. Plan needs no key and
// no device.
func Plan(ccs constraint.ConstraintSystem, opts ...accel.Option) (*memory.Plan, error) {
	return provers.Plan(ccs, opts)
}
