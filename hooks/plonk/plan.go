package plonk

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/memory"
)

// Plan forecasts the device memory of a system's key, and of a proof with it.
//
// The options are the engine's; [accel.WithMemoryLimit] is required. Plan needs no key and no
// device.
func Plan(ccs constraint.ConstraintSystem, opts ...accel.Option) (*memory.Plan, error) {
	return provers.Plan(ccs, opts)
}
