package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Accelerator computes the expensive parts of proofs with one proving key. The key's vectors are
// kept on the engine's device; other vectors are sent along with the call.
//
// Its methods MultiExpG1, MultiExpG2 and ComputeH are those that gnark asks of an accelerator. They
// may be called concurrently, and they compute on the CPU what the engine cannot do, as the
// engine's options say.
//
// An accelerator keeps the slices of the key alive, not the key. D is gnark-crypto's domain.
type Accelerator[P1, P2, E comparable, S algebra.Scalar[E], D any] struct {
	key    *devices.Copies[*replica[P1, P2, E, S]]
	field  *algebra.Field[E]
	domain func(*D) *algebra.Domain[E]
}

// NewAccelerator loads a key's vectors onto the engine's device; a nil engine is [accel.Default].
// The key must not change afterwards. The accelerator has to be closed. Without a key the error is
// [ErrInvalidInput], and [ErrUnsafeKey] for one that does not hide the witness; others are those of
// a strict engine, and of a closed one.
func NewAccelerator[K any, P1, P2, E comparable, S algebra.Scalar[E], D any](
	s *Scheme[K, P1, P2, E, S], domain func(*D) *algebra.Domain[E], engine *accel.Engine, pk *K,
) (*Accelerator[P1, P2, E, S, D], error) {
	if pk == nil {
		return nil, errNoKey()
	}
	if err := s.CheckHiding(pk); err != nil {
		return nil, err
	}
	key := s.copies((*devices.Set)(algebra.EngineOf(engine)), s.Key(pk).vectors())
	if _, err := key.Any(); err != nil {
		return nil, err
	}
	return &Accelerator[P1, P2, E, S, D]{key, s.Field, domain}, nil
}

// MultiExpG1 returns Σ scalars[i]·bases[i] over the scalars. There may be more bases, as gnark's
// prover passes them, but not fewer.
//
// Bases that are one of the key's vectors, or a part of one, are not sent to the device again:
// MultiExpG1 recognises them by the memory they lie in.
func (acc *Accelerator[P1, P2, E, S, D]) MultiExpG1(bases []P1, scalars []E) (sum P1, err error) {
	err = acc.use(func(r *replica[P1, P2, E, S]) (err error) {
		sum, err = r.bases.SumG1(bases, scalars)
		return err
	})
	return sum, err
}

// MultiExpG2 returns Σ scalars[i]·bases[i], as [Accelerator.MultiExpG1] does in G1.
func (acc *Accelerator[P1, P2, E, S, D]) MultiExpG2(bases []P2, scalars []E) (sum P2, err error) {
	err = acc.use(func(r *replica[P1, P2, E, S]) (err error) {
		sum, err = r.bases.SumG2(bases, scalars)
		return err
	})
	return sum, err
}

// ComputeH returns the quotient of a·b − c by the domain's vanishing polynomial. a, b and c are
// given by their values on the domain, as many as there are constraints. a·b = c there. The result
// has one entry for each element of the domain: the coefficients in bit-reversed order, as the
// key's vector Z is. The last entry is zero, and Z has no point for it.
//
// It consumes a, b and c: their memory, up to their capacity, may be overwritten, and may be that
// of the result.
func (acc *Accelerator[P1, P2, E, S, D]) ComputeH(a, b, c []E, domain *D) (h []E, err error) {
	if acc.usable() != nil {
		return nil, ErrNotMade
	}
	var on *algebra.Domain[E]
	if domain != nil {
		on = acc.domain(domain)
	}
	values, err := valuesOf[E, S]([3][]E{a, b, c}, on)
	if err != nil {
		return nil, err
	}
	err = acc.use(func(r *replica[P1, P2, E, S]) (err error) {
		h, err = device.ComputeQuotient[E, S](r.field(), values)
		return err
	})
	if errors.Is(err, session.ErrOnCPU) {
		return quotient[E, S](acc.field, a, b, c, on), nil
	}
	return h, err
}

// OnDevice says whether sums over at least one of the key's vectors run on a device. The device has
// the vector's points or is sent them.
func (acc *Accelerator[P1, P2, E, S, D]) OnDevice() (yes bool) {
	if acc.usable() == nil {
		acc.key.EachCopy(func(r *replica[P1, P2, E, S]) { yes = yes || r.OnDevice() })
	}
	return yes
}

// Close waits for the sums under way and frees the key's memory on the device. The accelerator
// still works, on bases that are sent along with each call.
func (acc *Accelerator[P1, P2, E, S, D]) Close() error {
	if acc.usable() != nil {
		return nil
	}
	return acc.key.Close()
}

func (acc *Accelerator[P1, P2, E, S, D]) use(f func(*replica[P1, P2, E, S]) error) error {
	if err := acc.usable(); err != nil {
		return err
	}
	return acc.key.Use(f)
}

func (acc *Accelerator[P1, P2, E, S, D]) usable() error {
	if acc == nil || acc.key == nil {
		return ErrNotMade
	}
	return nil
}
