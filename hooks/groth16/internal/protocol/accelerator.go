package protocol

import (
	"errors"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Accelerator computes the expensive parts of proofs with one proving key. The key's vectors are
// kept on the engine's device; other vectors are sent along with the call.
//
// Its three methods are those that gnark asks of an accelerator. They may be called concurrently,
// and they compute on the CPU what the engine cannot do, as the engine's options say.
//
// An accelerator keeps the slices of the key alive, not the key.
type Accelerator[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	*Curve[P1, P2, E]
	engine *accel.Engine

	// using is read-locked by every use of the vectors, so that Close waits for them.
	using sync.RWMutex
	bases *device.Bases[P1, P2, E]
}

// field is the scalar field on the engine.
func (acc *Accelerator[P1, P2, E, S]) field() *session.Field {
	return acc.Field.OnEngine(acc.engine)
}

// MultiExpG1 returns Σ scalars[i]·bases[i] over the scalars. There may be more bases, as gnark's
// prover passes them, but not fewer.
//
// Bases that are one of the key's vectors, or a part of one, are not sent to the device again:
// MultiExpG1 recognises them by the memory they lie in.
func (acc *Accelerator[P1, P2, E, S]) MultiExpG1(bases []P1, scalars []E) (P1, error) {
	acc.using.RLock()
	defer acc.using.RUnlock()
	v := acc.g1Vector("", bases[:min(len(bases), len(scalars))])
	return v.MultiExp(scalars, ecc.MultiExpConfig{})
}

// MultiExpG2 returns Σ scalars[i]·bases[i], as [Accelerator.MultiExpG1] does in G1.
func (acc *Accelerator[P1, P2, E, S]) MultiExpG2(bases []P2, scalars []E) (P2, error) {
	acc.using.RLock()
	defer acc.using.RUnlock()
	v := acc.g2Vector("", bases[:min(len(bases), len(scalars))])
	return v.MultiExp(scalars, ecc.MultiExpConfig{})
}

// ComputeH returns the quotient of a·b − c by the domain's vanishing polynomial. a, b and c are
// given by their values on the domain, as many as there are constraints. a·b = c there. The result
// has one entry for each element of the domain: the coefficients in bit-reversed order, as the
// key's vector Z is. The last entry is zero, and Z has no point for it.
//
// It consumes a, b and c: their memory, up to their capacity, may be overwritten, and may be that
// of the result.
func (acc *Accelerator[P1, P2, E, S]) ComputeH(
	a, b, c []E, domain *algebra.Domain[E],
) ([]E, error) {
	values, err := valuesOf[E, S](a, b, c, domain)
	if err != nil {
		return nil, err
	}
	h, err := device.Quotient[E, S](acc.field(), values)
	if errors.Is(err, session.ErrOnCPU) {
		return quotient[E, S](acc.Field, a, b, c, domain), nil
	}
	return h, err
}

// OnDevice says whether sums over at least one of the key's vectors run on a device. The device has
// the vector's points or is sent them.
func (acc *Accelerator[P1, P2, E, S]) OnDevice() bool {
	acc.using.RLock()
	defer acc.using.RUnlock()
	return acc.bases.OnDevice()
}

// Close waits for the sums under way and frees the key's memory on the device. The accelerator
// still works, on bases that are sent along with each call.
func (acc *Accelerator[P1, P2, E, S]) Close() error {
	acc.using.Lock()
	defer acc.using.Unlock()
	return acc.bases.Close()
}

// g1Vector returns points of the key for sums. The caller holds using.
func (acc *Accelerator[P1, P2, E, S]) g1Vector(name string, points []P1) device.Vector[P1, E] {
	return device.Find(name, points, acc.bases.G1, acc.G1.OnEngine(acc.engine))
}

// g2Vector does the same in G2.
func (acc *Accelerator[P1, P2, E, S]) g2Vector(name string, points []P2) device.Vector[P2, E] {
	return device.Find(name, points, acc.bases.G2, acc.G2.OnEngine(acc.engine))
}
