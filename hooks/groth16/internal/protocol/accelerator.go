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
// kept on one or several of the engine's devices; other vectors are sent along with the call.
//
// Its three methods are those that gnark asks of an accelerator. They may be called concurrently,
// and they compute on the CPU what the engine cannot do, as the engine's options say.
//
// Close waits for the sums under way and frees the key's memory on the devices. The accelerator
// still works then, on bases that are sent along with each call. It keeps the slices of the key
// alive, not the key.
type Accelerator[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	*Curve[P1, P2, E]
	engine *accel.Engine
	*devices.Copies[*replica[P1, P2, E, S]]
}

// MultiExpG1 returns Σ scalars[i]·bases[i] over the scalars. There may be more bases, as gnark's
// prover passes them, but not fewer.
//
// Bases that are one of the key's vectors, or a part of one, are not sent to the device again:
// MultiExpG1 recognises them by the memory they lie in.
func (acc *Accelerator[P1, P2, E, S]) MultiExpG1(bases []P1, scalars []E) (sum P1, err error) {
	err = acc.Use(func(r *replica[P1, P2, E, S]) (err error) {
		sum, err = r.multiExpG1(bases, scalars)
		return err
	})
	return sum, err
}

// MultiExpG2 returns Σ scalars[i]·bases[i], as [Accelerator.MultiExpG1] does in G1.
func (acc *Accelerator[P1, P2, E, S]) MultiExpG2(bases []P2, scalars []E) (sum P2, err error) {
	err = acc.Use(func(r *replica[P1, P2, E, S]) (err error) {
		sum, err = r.multiExpG2(bases, scalars)
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
func (acc *Accelerator[P1, P2, E, S]) ComputeH(
	a, b, c []E, domain *algebra.Domain[E],
) (h []E, err error) {
	values, err := valuesOf[E, S]([3][]E{a, b, c}, domain)
	if err != nil {
		return nil, err
	}
	err = acc.Use(func(r *replica[P1, P2, E, S]) (err error) {
		h, err = device.ComputeQuotient[E, S](r.field(), values)
		return err
	})
	if errors.Is(err, session.ErrOnCPU) {
		return quotient[E, S](acc.Field, a, b, c, domain), nil
	}
	return h, err
}

// OnDevice says whether sums over at least one of the key's vectors run on a device, which has its
// points or is sent them.
func (acc *Accelerator[P1, P2, E, S]) OnDevice() (yes bool) {
	acc.EachCopy(func(r *replica[P1, P2, E, S]) { yes = yes || r.OnDevice() })
	return yes
}
