package plonk

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Columns are a circuit's permutation and its selectors: n values on H, or n coefficients. Qk lacks
// the public inputs and the hashes of commitments, which belong to a proof.
type Columns[E any] struct {
	S                  [3][]E
	Ql, Qr, Qm, Qo, Qk []E
	Qcp                [][]E
}

// All returns all of them, in this order.
func (c *Columns[E]) All() []*[]E {
	all := []*[]E{&c.S[0], &c.S[1], &c.S[2], &c.Ql, &c.Qr, &c.Qm, &c.Qo, &c.Qk}
	for i := range c.Qcp {
		all = append(all, &c.Qcp[i])
	}
	return all
}

// Polynomials are a circuit's polynomials by their values on H, in natural order.
type Polynomials[E any] struct {
	Domain curve.Domain[E]
	// Step leads from a coset to the next one: it generates the domain of Blocks(n)·n elements.
	Step E

	Columns[E]

	// Wires are the numbers of the wires that L, R and O have in each row.
	Wires [3][]uint32
}

// Circuit computes with the polynomials of PLONK proofs of one circuit on a device. The circuit's
// own polynomials stay there between proofs if there is room. It is safe for concurrent use.
type Circuit[E any] struct {
	field       *engine.Field
	polynomials Polynomials[E]
	shape       Shape

	coefficients engine.Evictable // see [Shape.lengths]
	values       engine.Evictable // see [precomputed]
}

// NewCircuit returns the computations for a circuit, whose polynomials must not change. It has to
// be closed.
func NewCircuit[E any](
	f *engine.Field, p Polynomials[E],
) *Circuit[E] {
	return &Circuit[E]{
		field: f, polynomials: p, shape: Shape{Rows: p.Domain.Len(), Commitments: len(p.Qcp)},
		coefficients: engine.Evictable{Field: f}, values: engine.Evictable{Field: f},
	}
}

// scalars has the functions of the field on the host.
func (c *Circuit[E]) scalars() *curve.Field[E] { return c.polynomials.Domain.Field }

// Needs is the memory on the device that a proof takes, in bytes. It takes less once the circuit's
// polynomials stay there.
func (c *Circuit[E]) Needs() uint64 {
	if c.coefficients.Bytes() > 0 {
		return c.shape.proofBytes(c.field)
	}
	return c.shape.Needs(c.field)
}

// Close frees the circuit's memory on the device. It does so at once or after the proofs that use
// it. A second Close does nothing. Proofs that are begun later send the polynomials along.
func (c *Circuit[E]) Close() error {
	if c == nil {
		return nil
	}
	return errors.Join(c.coefficients.Close(), c.values.Close())
}

// coefficientsOn returns the polynomials on the device, and the indices of wires. They are in the
// vector that stays, with one more user, or else in one of the workspace.
func (c *Circuit[E]) coefficientsOn(a algebra[E]) (*coefficients, error) {
	lengths := c.shape.lengths(c.field)
	v, stays, err := c.coefficients.Vectors(a.Workspace, lengths, func(to []*cuda.Vector) error {
		c.send(a, to)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if stays == nil {
		piece, err := a.Vector(c.field.Descriptor(), engine.LengthOf(lengths))
		if err != nil {
			return nil, err
		}
		v = engine.Cut(piece, lengths)
		c.send(a, v)
	}
	columns := c.shape.columns()
	return &coefficients{
		stays: stays, s: [3]*cuda.Vector(v[:3]), ql: v[3], qr: v[4], qm: v[5], qo: v[6],
		qk: v[7], qcp: v[8:columns],
		wires: [3]*cuda.Vector(v[columns:]),
	}, a.Err()
}

// send sends a circuit's values and indices to the device, and interpolates the values.
func (c *Circuit[E]) send(a algebra[E], to []*cuda.Vector) {
	columns := c.polynomials.All()
	for i, column := range columns {
		a.upload(to[i], *column)
	}
	for i, indices := range c.polynomials.Wires {
		a.UploadIndices(to[len(columns)+i], indices)
	}
	a.interpolate(to[:len(columns)], to[:len(columns)])
}

// precomputedOn returns the values that are there, or computes them. The proof has them until it
// is done with them. There are none where there is no room.
func (c *Circuit[E]) precomputedOn(a algebra[E], m *memory) (*precomputed, error) {
	n := (3 + Cosets*c.shape.columns()) * c.shape.Rows
	vector, err := c.values.Use(a.Workspace, n, func(to *cuda.Vector) error {
		c.precompute(a, m, newPrecomputed(c.shape, to))
		return a.Wait()
	})
	if vector == nil {
		return nil, err
	}
	p := newPrecomputed(c.shape, vector.Vector())
	p.vector = vector
	return p, nil
}

// precompute computes the values, in memory that a proof needs later.
func (c *Circuit[E]) precompute(a algebra[E], m *memory, p *precomputed) {
	q := newDivision(a, m, &c.polynomials)
	q.blinded, q.columns = nil, nil // there is no proof
	m.precomputed = p
	a.evaluate(p.onH, m.circuit.s[:])
	for i := range q.cosets {
		q.evaluate(i)
	}
}

// doneWith says that a proof needs no more of the circuit.
func (c *Circuit[E]) doneWith(m *memory) (err error) {
	if m.precomputed != nil {
		err = c.values.Done(m.precomputed.vector)
	}
	if m.circuit != nil {
		err = errors.Join(err, c.coefficients.Done(m.circuit.stays))
	}
	return err
}

// Prepare does the first proof's work for the circuit ahead of that proof. It sends the polynomials
// to the device and computes the values of them that every proof needs, where they stay there, and
// takes the memory of a proof, which it leaves to the next one. Where that memory is with other
// proofs it waits, as a proof does.
func (c *Circuit[E]) Prepare() error {
	if !c.shape.OnDevice() {
		return engine.ErrOnCPU
	}
	return c.field.Prepare("circuit", c.shape.Rows, func(w *cuda.Workspace) error {
		m, err := c.allocate(w)
		if err != nil {
			return err
		}
		return errors.Join(w.Wait(), m.domain.Close(), c.doneWith(m))
	})
}
