package plonk

import (
	"context"
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Proof is one proof's part of a device. Its polynomials stay there from round to round, for the
// MSMs that commit to them as well: see [Begin].
//
// The methods are the computations of the rounds, to be called in their order, one at a time:
// SendWire for each wire or SendWires, InterpolateWires, Accumulate, PrepareQuotient, Quotient,
// Evaluate, Linearise, DivideFolded. Once a method returns [engine.ErrOnCPU], so do all that
// follow: the CPU goes on from the values given to the first ones.
type Proof[E any] struct {
	circuit   *Circuit[E]
	session   *engine.Session
	memory    *memory      // nil before the first round
	preparing *division[E] // nil unless it was prepared
	ahead     *engine.Sending[E]
	lent      *cuda.Scalars // the wires; nil unless they were sent ahead
	close     sync.Once
}

// Proof returns a proof's part of the device, which takes nothing before its first round. It has
// to be closed: other proofs for which there is no room beside it wait for that, and so may
// computations.
func (c *Circuit[E]) Proof() *Proof[E] {
	p := &Proof[E]{circuit: c}
	p.session = c.field.Session(c.shape.Rows).Taking(func(w *cuda.Workspace) (err error) {
		p.memory, err = c.allocate(w)
		return err
	})
	return p
}

// Until has the methods, and MSMs, fail with [cuda.ErrStopped] once the context is cancelled. It
// comes before all of them.
func (p *Proof[E]) Until(ctx context.Context) *Proof[E] {
	p.session.Until(ctx)
	return p
}

// After has wires that were sent ahead not sent again. It comes before SendWires, and the proof
// closes them.
func (p *Proof[E]) After(ahead *engine.Sending[E]) *Proof[E] {
	p.ahead = ahead
	return p
}

// compute does a computation of a round, which sends n elements.
func (p *Proof[E]) compute(what string, n int, f func(a algebra[E], m *memory)) error {
	if !p.circuit.shape.OnDevice() {
		return engine.ErrOnCPU
	}
	return p.session.Compute(what, p.circuit.field.Bytes(n), func(w *cuda.Workspace) error {
		f(algebra[E]{w, p.memory.domain, p.circuit.scalars()}, p.memory)
		return nil
	})
}

// FewCopies says that copies to the device and back are slow, and few are better.
func (p *Proof[E]) FewCopies() bool { return p.session.FewCopies() }

// Close clears the proof's memory, and releases it. A second Close does nothing.
func (p *Proof[E]) Close() (err error) {
	p.close.Do(func() {
		err = p.session.Close()
		if p.preparing != nil {
			p.preparing.top.clear()
		}
		if p.lent != nil {
			p.lent.Close()
		}
		err = errors.Join(err, p.ahead.Close())
		if m := p.memory; m != nil {
			err = errors.Join(err, m.domain.Close(), p.circuit.doneWith(m))
		}
	})
	return err
}

// allocate takes all memory of a proof. The circuit's polynomials may take some to stay only then.
func (c *Circuit[E]) allocate(w *cuda.Workspace) (m *memory, err error) {
	var l cuda.Layout
	newMemory(c.shape, &l)
	if l.Piece, err = w.Vector(c.field.Descriptor(), l.Length); err != nil {
		return nil, err
	}
	l.Length = 0
	m = newMemory(c.shape, &l)
	if m.domain, err = engine.DomainOn(w, c.field, &c.polynomials.Domain); err != nil {
		return nil, err
	}
	a := algebra[E]{w, m.domain, c.scalars()}
	m.circuit, err = c.coefficientsOn(a)
	if err == nil {
		m.precomputed, err = c.precomputedOn(a, m)
	}
	if err != nil {
		return nil, errors.Join(err, m.domain.Close(), c.doneWith(m))
	}
	return m, nil
}
