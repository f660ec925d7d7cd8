package protocol

import (
	"errors"
	"slices"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Curve is the arithmetic of a scheme.
type Curve[P, E any] struct {
	Field *algebra.Field[E]
	G1    *algebra.Group[P, E]
}

// reference keeps points of reference strings on engines.
type reference[P comparable, E any] = keycache.Pool[*accel.Engine, P, *bases[P, E]]

// bases are points on an engine.
type bases[P, E any] = multiexp.Bases[P, E]

// Accelerator computes the expensive parts of proofs with one proving key. The points of the key's
// reference string, in canonical and in Lagrange form, are kept on the engine's device, once for
// all keys that have them in common. Sums over them are computed there, and interpolations.
//
// Its methods may be called concurrently. They compute on the CPU where the engine cannot, as its
// options say. An accelerator keeps the slices of the key alive, not the key.
type Accelerator[P comparable, E any, S algebra.Scalar[E]] struct {
	*Curve[P, E]
	engine *accel.Engine

	// using is read-locked by every use of the vectors, so that Close waits for them.
	using   sync.RWMutex
	vectors []*share[P, E]
}

// share is the accelerator's part in a vector of points that other keys may use as well.
type share[P comparable, E any] = keycache.Share[P, *bases[P, E]]

// load loads the points, and has the device make room for proofs.
func (acc *Accelerator[P, E, S]) load(loaded *reference[P, E], pk *Key[P, E]) error {
	key := &device.Key[P]{
		Canonical: multiexp.PointsOf(pk.Canonical), Lagrange: multiexp.PointsOf(pk.Lagrange),
	}
	if pk.Verifying != nil {
		key.Shape = &device.Shape{Rows: len(pk.Lagrange), Commitments: len(pk.Verifying.Qcp)}
	}
	load := func(p multiexp.Points[P], headroom uint64) (*bases[P, E], error) {
		vector, err := loaded.Acquire(acc.engine, p.Slice, func(points []P) (*bases[P, E], error) {
			return acc.G1.OnEngine(acc.engine).Load(points, headroom)
		})
		if err != nil {
			return nil, err
		}
		acc.vectors = append(acc.vectors, vector)
		return vector.Value, nil
	}
	_, _, err := device.Load(acc.field(), key, load)
	return err
}

// field is the scalar field on the engine.
func (acc *Accelerator[P, E, S]) field() *session.Field { return acc.Field.OnEngine(acc.engine) }

// MultiExp returns Σ scalars[i]·bases[i]. Bases that are one of the key's vectors, or a part of
// one, are not sent to the device again: they are recognised by the memory they lie in.
func (acc *Accelerator[P, E, S]) MultiExp(bases []P, scalars []E) (sum P, err error) {
	acc.using.RLock()
	defer acc.using.RUnlock()
	result, err := acc.multiExp(bases, scalars)
	if err != nil {
		return sum, err
	}
	return *result, nil
}

func (acc *Accelerator[P, E, S]) multiExp(bases []P, scalars []E) (*P, error) {
	if v, from := acc.find(bases); v != nil && len(scalars) == len(bases) {
		return v.MultiExpRange(from, scalars, ecc.MultiExpConfig{})
	}
	return acc.G1.OnEngine(acc.engine).MultiExp(bases, scalars, ecc.MultiExpConfig{})
}

// find returns the vector of the key that points are a part of. It also returns where they begin,
// or nil.
func (acc *Accelerator[P, E, S]) find(points []P) (v *bases[P, E], from int) {
	for _, v := range acc.vectors {
		if from, ok := v.Find(points); ok {
			return v.Value, from
		}
	}
	return nil, 0
}

// multiExpBatch returns a sum over the first of the bases for each vector of scalars. The sum is
// over as many bases as the vector has scalars. Over a vector of the key all go through the device
// together.
func (acc *Accelerator[P, E, S]) multiExpBatch(bases []P, vectors [][]E) ([]P, error) {
	acc.using.RLock()
	defer acc.using.RUnlock()
	if v, from := acc.find(bases); v != nil {
		return v.MultiExpBatch(from, vectors, ecc.MultiExpConfig{})
	}
	sums := make([]P, len(vectors))
	for i, scalars := range vectors {
		sum, err := acc.multiExp(bases[:len(scalars)], scalars)
		if err != nil {
			return nil, err
		}
		sums[i] = *sum
	}
	return sums, nil
}

// start begins the sums over the first of the bases with vectors of a proof. The vectors are on the
// device. wait waits for the sums. On [session.ErrOnCPU] the device has the vectors no more.
func (acc *Accelerator[P, E, S]) start(
	proof *device.Proof[E, S], bases []P, v device.Vectors,
) (wait func() ([]P, error)) {
	onDevice := acc.startOnDevice(proof, bases, v)
	return func() ([]P, error) {
		sums, err := onDevice()
		if !errors.Is(err, session.ErrOnCPU) {
			return sums, err
		}
		scalars, err := proof.Fetch(v)
		if err != nil {
			return nil, err
		}
		return acc.multiExpBatch(bases, scalars)
	}
}

// startOnDevice is start, but that the scalars do not leave the device.
func (acc *Accelerator[P, E, S]) startOnDevice(
	proof *device.Proof[E, S], points []P, v device.Vectors,
) (wait func() ([]P, error)) {
	acc.using.RLock()
	defer acc.using.RUnlock()
	if b, from := acc.find(points); b != nil {
		return device.Begin(proof, b, from, v)
	}
	return func() ([]P, error) { return nil, session.ErrOnCPU }
}

// coefficients returns those of the polynomial with the given values on a domain. There is room to
// blind it.
func coefficients[E any](
	engine *accel.Engine, d *algebra.Domain[E], values []E,
) ([]E, error) {
	coefficients := append(make([]E, 0, len(values)+3), values...)
	return coefficients, d.Interpolate(engine, coefficients)
}

// OnDevice says whether sums over at least one of the key's vectors run on a device. The device has
// the vector's points or is sent them.
func (acc *Accelerator[P, E, S]) OnDevice() bool {
	acc.using.RLock()
	defer acc.using.RUnlock()
	return slices.ContainsFunc(acc.vectors, func(v *share[P, E]) bool { return v.Value.OnDevice() })
}

// Close waits for the sums under way and gives the points back. They leave the device with the last
// key that uses them. The accelerator still works, on bases that are sent along with each call.
func (acc *Accelerator[P, E, S]) Close() error {
	acc.using.Lock()
	defer acc.using.Unlock()
	vectors := acc.vectors
	acc.vectors = nil
	return keycache.CloseAll(vectors)
}
