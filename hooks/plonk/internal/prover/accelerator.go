package prover

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/protocol"
)

// Accelerator computes the expensive parts of proofs with one proving key. The points of the key's
// reference string, in canonical and in Lagrange form, are kept on the engine's device, once for
// all keys that have them in common. Sums over them are computed there, and interpolations.
//
// Its methods may be called concurrently. They compute on the CPU where the engine cannot, as its
// options say. An accelerator keeps the slices of the key alive, not the key. D and Q are
// gnark-crypto's domain and polynomial.
type Accelerator[P, E comparable, S algebra.Scalar[E], D any, Q comparable] struct {
	engine *accel.Engine
	inner  *protocol.Accelerator[P, E, S]
	with   *Polynomials[E, D, Q]
}

// Polynomials are the functions of gnark-crypto over polynomials Q on domains D.
type Polynomials[E, D, Q any] struct {
	Field  *algebra.Field[E]
	Domain func(*D) *algebra.Domain[E]

	Form         func(*Q) Form
	SetForm      func(*Q, Form)
	Coefficients func(*Q) []E
	// Size is that of the polynomial, if its coefficients are those of a longer one.
	Size func(*Q) int
	New  func([]E, Form) *Q
	// ToCanonical has the coefficients replace the values, in regular order.
	ToCanonical func(*D, *Q)
	// FromCoset replaces values on the coset, in bit-reversed order, on an engine.
	FromCoset func(*accel.Engine, *D, []E) error
}

// Form is gnark-crypto's.
type Form struct{ Basis, Layout uint32 }

// The values are those of gnark-crypto's packages iop.
const (
	canonical = 1 << iota
	lagrange
	lagrangeCoset
	regular
	bitReverse
)

// NewAccelerator loads a key's points onto the engine's device, unless they are there; a nil
// engine is [accel.Default]. The key must not change afterwards. The accelerator has to be closed.
// Without a key the error is ErrInvalidInput of package hooks/plonk; others are those of a strict
// engine, and of a closed one.
func NewAccelerator[
	K any, P1, P2, E comparable, S algebra.Scalar[E], D any, Q comparable,
](
	p *Prover[K, P1, P2, E, S], with *Polynomials[E, D, Q], engine *accel.Engine, pk *K,
) (*Accelerator[P1, E, S, D, Q], error) {
	inner, err := p.Scheme.NewAccelerator(engine, pk)
	if err != nil {
		return nil, err
	}
	return &Accelerator[P1, E, S, D, Q]{engine, inner, with}, nil
}

// MultiExp returns Σ scalars[i]·bases[i]. Bases that are one of the key's vectors, or a part of
// one, are not sent to the device again: they are recognised by the memory they lie in.
func (acc *Accelerator[P, E, S, D, Q]) MultiExp(bases []P, scalars []E) (sum P, err error) {
	if err := acc.usable(); err != nil {
		return sum, err
	}
	return acc.inner.MultiExp(bases, scalars)
}

// OnDevice says whether sums over at least one of the key's vectors run on a device. The device has
// the vector's points or is sent them.
func (acc *Accelerator[P, E, S, D, Q]) OnDevice() bool {
	return acc.usable() == nil && acc.inner.OnDevice()
}

// Close waits for the sums under way and gives the points back. They leave the device with the last
// key that uses them. The accelerator still works, on bases that are sent along with each call.
func (acc *Accelerator[P, E, S, D, Q]) Close() error {
	if acc.usable() != nil {
		return nil
	}
	return acc.inner.Close()
}

func (acc *Accelerator[P, E, S, D, Q]) usable() error {
	if acc == nil || acc.inner == nil {
		return protocol.ErrNotMade
	}
	return nil
}

// missing says whether there is no polynomial: nil, a zero value, or a form that there is not.
func (acc *Accelerator[P, E, S, D, Q]) missing(p *Q) bool {
	var zero Q
	if p == nil || *p == zero {
		return true
	}
	f := acc.with.Form(p)
	return f.Basis != canonical && f.Basis != lagrange && f.Basis != lagrangeCoset ||
		f.Layout != regular && f.Layout != bitReverse
}

// ToCanonical replaces a polynomial's values by its coefficients in regular order, in place.
//
// It takes every form of gnark-crypto's, and at most as many values as the domain has elements. The
// device interpolates values on the domain in regular order, and values on its coset in
// bit-reversed order; the CPU does the rest. An error leaves the polynomial alone: ErrInvalidInput
// of package hooks/plonk, or one of a strict or a closed engine.
func (acc *Accelerator[P, E, S, D, Q]) ToCanonical(domain *D, p *Q) error {
	if err := acc.usable(); err != nil {
		return err
	}
	if domain == nil || acc.missing(p) {
		return fmt.Errorf("%w: no domain or no polynomial", protocol.ErrInvalidInput)
	}
	on, values := acc.with.Domain(domain), acc.with.Coefficients(p)
	want := Form{canonical, regular}
	switch n := uint64(len(values)); {
	case acc.with.Form(p) == want:
		return nil
	case n > on.Cardinality, on.Cardinality > cuda.MaxElements:
		return fmt.Errorf("%w: %d values on a domain of %d",
			protocol.ErrInvalidInput, n, on.Cardinality)
	case n < on.Cardinality:
		acc.with.ToCanonical(domain, p)
		return nil
	}
	var err error
	switch acc.with.Form(p) {
	case Form{lagrange, regular}:
		err = on.Interpolate(acc.engine, values)
	case Form{lagrangeCoset, bitReverse}:
		err = acc.with.FromCoset(acc.engine, domain, values)
	default:
		acc.with.ToCanonical(domain, p)
	}
	if err == nil {
		acc.with.SetForm(p, want)
	}
	return err
}
