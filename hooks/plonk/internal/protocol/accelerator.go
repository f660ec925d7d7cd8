package protocol

import (
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/devices"
)

// Accelerator is the points of a key's reference string, in canonical and in Lagrange form, on one
// or several of the engine's devices, once for all keys that have them in common. Package prover
// has the one that gnark asks for.
type Accelerator[P comparable, E any, S algebra.Scalar[E]] struct {
	*devices.Copies[*replica[P, E, S]]
}

// MultiExp returns Σ scalars[i]·bases[i].
func (acc *Accelerator[P, E, S]) MultiExp(bases []P, scalars []E) (sum P, err error) {
	err = acc.Use(func(r *replica[P, E, S]) (err error) {
		sum, err = r.multiExp(bases, scalars)
		return err
	})
	return sum, err
}

// OnDevice says whether sums over at least one of the key's vectors run on a device.
func (acc *Accelerator[P, E, S]) OnDevice() (yes bool) {
	acc.EachCopy(func(r *replica[P, E, S]) { yes = yes || r.OnDevice() })
	return yes
}
