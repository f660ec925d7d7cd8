package plonk

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Polynomials are a circuit's polynomials by their n values on H, in natural order. Qk lacks what
// belongs to a proof.
type Polynomials[E any] struct {
	Domain field.Domain[E]
	// Step leads from a coset to the next one: it generates the domain of Blocks(n)·n elements.
	Step E

	Ql, Qr, Qm, Qo, Qk []E
	S1, S2, S3         []E
	Qcp                [][]E

	// Wires are the numbers of the wires that L, R and O have in each row.
	Wires [3][]uint32
}

// columns are Ql, Qr, Qm, Qo, S1, S2, S3, Qk, Qcp.
func (p *Polynomials[E]) columns() [][]E {
	return append([][]E{p.Ql, p.Qr, p.Qm, p.Qo, p.S1, p.S2, p.S3, p.Qk}, p.Qcp...)
}

// Circuit computes with the polynomials of PLONK proofs of one circuit on a device. The circuit's
// own polynomials stay there between proofs if there is room. It is safe for concurrent use.
type Circuit[E any, S field.Scalar[E]] struct {
	field       *session.Field
	polynomials Polynomials[E]
	shape       Shape

	coefficients session.Evictable // see [Shape.lengths]
	values       session.Evictable // see [precomputed]
}

// NewCircuit returns the computations for a circuit, whose polynomials must not change. It has to
// be closed.
func NewCircuit[E any, S field.Scalar[E]](
	f *session.Field, p Polynomials[E],
) *Circuit[E, S] {
	return &Circuit[E, S]{
		field: f, polynomials: p, shape: Shape{Rows: p.Domain.Len(), Commitments: len(p.Qcp)},
		coefficients: session.Evictable{Field: f}, values: session.Evictable{Field: f},
	}
}

// Needs is the memory on the device that a proof takes, in bytes. It takes less once the circuit's
// polynomials stay there.
func (c *Circuit[E, S]) Needs() uint64 {
	if c.coefficients.Bytes() > 0 {
		return c.shape.proofBytes(c.field)
	}
	return c.shape.Needs(c.field)
}

// Close frees what the circuit has on the device. It does so at once or after the proofs that use
// it. A second Close does nothing. Proofs that are begun later send the polynomials along.
func (c *Circuit[E, S]) Close() error {
	return errors.Join(c.coefficients.Close(), c.values.Close())
}
