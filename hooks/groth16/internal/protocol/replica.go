package protocol

import (
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
)

// replica is a key on one device. It has the circuit that the key was last used with there. The key
// may be a part of another one, see [site].
type replica[P1, P2, E comparable] struct {
	*Curve[P1, P2, E]
	engine   *engine.Engine
	share    *share // of a key; nil for a whole key
	bases    *device.Vectors[P1, P2, E]
	combined *combined[P1, P2] // over points B that are to be compared, or nil

	reading     sync.Mutex // held while constraints are read
	selecting   sync.Mutex // guards the fields below
	wires       *wires[E]
	constraints *constraints[E]
}

// field is the scalar field on the device.
func (r *replica[P1, P2, E]) field() *engine.Field { return r.OnG1(r.engine).Field() }

// On is the engine of the device.
func (r *replica[P1, P2, E]) On() *engine.Engine { return r.engine }

// OnDevice says whether MSMs over any of the key's vectors run on the device.
func (r *replica[P1, P2, E]) OnDevice() bool { return r.bases.OnDevice() }

func (r *replica[P1, P2, E]) prepare(pk *Key[P1, P2, E], s *system.System[E]) error {
	if err := r.prepareWires(pk, s, pk.Domain); err != nil {
		return err
	}
	if !r.OnDevice() {
		return nil
	}
	c, err := r.constraintsOf(s, pk.Domain.Len())
	if err != nil {
		return err
	}
	return c.Prepare()
}

// prepareWires has the device ready for the wires, and for a quotient over a domain.
func (r *replica[P1, P2, E]) prepareWires(
	pk *Key[P1, P2, E], s *system.System[E], domain *curve.Domain[E],
) error {
	w, err := r.wiresOf(pk, s)
	if err != nil {
		return err
	}
	return w.Prepare(domain)
}

// beginSums begins the MSMs over a share of the key; nil is all of it. The quotient is the work of
// the device that has the first share.
func (r *replica[P1, P2, E]) beginSums(
	in *input[P1, P2, E], of *share,
) (*device.Sums[P1, P2, E], error) {
	w, err := r.wiresOf(in.key, in.system)
	if err != nil {
		return nil, err
	}
	part := &device.Input[E]{
		Context: in.ctx, Wires: in.wires[w.from:w.to], Ahead: in.ahead.On(r.field()),
		Quotient: in.quotient, OfB2: w.ofB2,
	}
	if of != nil && !of.first {
		part.Elsewhere, part.From = true, of.z.from
	}
	return device.Begin(r.bases, w.Wires, part)
}

// Close waits for the MSMs under way and frees the key's memory on the device. The replica still
// works, on bases that are sent along with each call.
func (r *replica[P1, P2, E]) Close() error {
	r.selecting.Lock()
	circuit := errors.Join(r.wires.close(), r.constraints.close())
	r.selecting.Unlock()
	return errors.Join(circuit, r.bases.Close())
}
