package protocol

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// reference keeps points of reference strings on the engines of devices.
type reference[P comparable, E any] = keys.Pool[*engine.Engine, P, *resident[P, E]]

// resident are points of one form on an engine.
type resident[P, E any] = engine.Bases[P, E]

// replica is a key on one device. The points of the key's reference string, in canonical and in
// Lagrange form, are kept there once for all keys that have them in common. It has the polynomials
// of the circuit that the key was last used with.
type replica[P comparable, E any] struct {
	*Curve[P, E]
	engine *engine.Engine

	// using is read-locked by every use of the vectors, so that Close waits for them.
	using   sync.RWMutex
	vectors [2]*share[P, E] // by form; nil if there are no points, or after Close

	preparing sync.Mutex // guards the fields below
	trace     *trace[P, E]
	circuit   *device.Circuit[E] // of the trace
}

// share is the replica's part in a vector of points. Other keys may use the vector as well.
type share[P, E any] = keys.Share[*resident[P, E]]

// suffix names the points of the reference string of one form, from an index on.
type suffix struct {
	form device.Form
	from int
}

// newReplica loads a key's points onto a device, unless they are there. It has the device make room
// for proofs.
func newReplica[P comparable, E any](
	c *Curve[P, E], e *engine.Engine, loaded *reference[P, E], pk *Key[P, E], made *engine.Made,
) (*replica[P, E], error) {
	r := &replica[P, E]{Curve: c, engine: e}
	if err := r.load(loaded, pk, made); err != nil {
		return nil, errors.Join(fmt.Errorf("loading the proving key: %w", err), r.Close())
	}
	return r, nil
}

func (r *replica[P, E]) load(loaded *reference[P, E], pk *Key[P, E], made *engine.Made) error {
	key := &device.Key[P]{
		Shape:     pk.shape(),
		Canonical: engine.PointsOf(pk.Canonical), Lagrange: engine.PointsOf(pk.Lagrange),
		Made: made,
	}
	load := func(
		form device.Form, p engine.Points[P], headroom uint64,
	) (*resident[P, E], error) {
		vector, err := loaded.Acquire(r.engine, p.Slice, func(points []P) (*resident[P, E], error) {
			how := engine.Loading{Headroom: headroom, Made: made}
			return r.OnG1(r.engine).LoadPoints(engine.PointsOf(points), how)
		})
		if err != nil {
			return nil, err
		}
		r.vectors[form] = vector
		return vector.Value, nil
	}
	_, _, err := device.Load(r.field(), key, load)
	return err
}

func (r *replica[P, E]) field() *engine.Field { return r.OnG1(r.engine).Field() }

// begin begins a proof of a circuit, which has to be closed. The wires may have been sent ahead.
func (r *replica[P, E]) begin(
	ctx context.Context, t *trace[P, E], ahead *engine.Follower[E],
) (*device.Proof[E], error) {
	circuit, err := r.circuitOf(t)
	if err != nil {
		return nil, err
	}
	return circuit.Proof().Until(ctx).After(ahead.On(r.field())), nil
}

// follower returns a follower that sends the wires to the device while our solver runs.
func (r *replica[P, E]) follower(ctx context.Context, pk *Key[P, E]) *engine.Follower[E] {
	a := engine.NewFollower[E](ctx, []*engine.Field{r.field()}, nil)
	a.Leave(0, r.needs(pk))
	return a
}

// start begins MSMs over points of the key with vectors of a proof; wait waits for them. Where an
// MSM fails on the device, the scalars are fetched for another one.
func (r *replica[P, E]) start(
	proof *device.Proof[E], over suffix, v device.Vectors,
) (wait func() ([]P, error)) {
	onDevice := r.startOnDevice(proof, over, v)
	return func() ([]P, error) {
		sums, err := onDevice()
		if !errors.Is(err, engine.ErrOnCPU) {
			return sums, err
		}
		scalars, err := proof.Fetch(v)
		if err != nil {
			return nil, err
		}
		return r.sums(over, scalars)
	}
}

// startOnDevice is start, but that the scalars do not leave the device.
func (r *replica[P, E]) startOnDevice(
	proof *device.Proof[E], over suffix, v device.Vectors,
) (wait func() ([]P, error)) {
	r.using.RLock()
	defer r.using.RUnlock()
	if b := r.vectors[over.form]; b != nil {
		return device.Begin(proof, b.Value, over.from, v)
	}
	return func() ([]P, error) { return nil, engine.ErrOnCPU }
}

// sums returns for each vector of scalars the MSM over as many points. All go through the device
// together.
func (r *replica[P, E]) sums(over suffix, vectors [][]E) ([]P, error) {
	r.using.RLock()
	defer r.using.RUnlock()
	b := r.vectors[over.form]
	if b == nil {
		return nil, engine.ErrClosed
	}
	return b.Value.MultiExpBatch(over.from, vectors, ecc.MultiExpConfig{})
}

// On is the engine of the device.
func (r *replica[P, E]) On() *engine.Engine { return r.engine }

// OnDevice says whether MSMs over any of the key's vectors run on a device. The device has the
// points or is sent them.
func (r *replica[P, E]) OnDevice() bool {
	r.using.RLock()
	defer r.using.RUnlock()
	return slices.ContainsFunc(r.vectors[:], func(v *share[P, E]) bool {
		return v != nil && v.Value.OnDevice()
	})
}

// forgetPoints has the points loaded anew for other keys too.
func (r *replica[P, E]) forgetPoints() {
	r.using.RLock()
	defer r.using.RUnlock()
	for _, v := range r.vectors {
		if v != nil {
			v.Forget()
		}
	}
}

// circuitOf returns a circuit's polynomials on the device, ready for proofs. Where the device does
// not take them, the host has the coefficients when it returns.
func (r *replica[P, E]) circuitOf(t *trace[P, E]) (*device.Circuit[E], error) {
	r.preparing.Lock()
	defer r.preparing.Unlock()
	if r.trace == t {
		return r.circuit, nil
	}
	circuit, err := t.on(r.field())
	if err != nil {
		return nil, err
	}
	if err = circuit.Prepare(); errors.Is(err, engine.ErrOnCPU) {
		err = t.onHost()
	}
	if err != nil {
		return nil, errors.Join(err, circuit.Close())
	}
	old := r.circuit
	r.trace, r.circuit = t, circuit
	return circuit, old.Close()
}

// needs returns the device memory that a proof with a key takes, in bytes. It is the maximum while
// a circuit is being prepared.
func (r *replica[P, E]) needs(pk *Key[P, E]) uint64 {
	if r.preparing.TryLock() {
		defer r.preparing.Unlock()
		if r.circuit != nil {
			return r.circuit.Needs()
		}
	}
	if s := pk.shape(); s != nil {
		return s.Needs(r.field())
	}
	return 0
}

// Close waits for the MSMs under way and frees the key's memory on the device. Points leave the
// device with the last key that uses them. The replica still works, on bases that are sent along
// with each call.
func (r *replica[P, E]) Close() error {
	r.preparing.Lock()
	circuit := r.circuit.Close()
	r.preparing.Unlock()
	r.using.Lock()
	defer r.using.Unlock()
	err := circuit
	for _, v := range r.vectors {
		if v != nil {
			err = errors.Join(err, v.Close())
		}
	}
	r.vectors = [2]*share[P, E]{}
	return err
}
