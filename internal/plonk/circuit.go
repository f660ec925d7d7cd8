package plonk

import (
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
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

func (p *Polynomials[E]) shape() Shape {
	return Shape{Rows: p.Domain.Len(), Commitments: len(p.Qcp)}
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

	values session.Evictable // see [precomputed]

	mutex    sync.Mutex // guards what follows
	proofs   int        // that are not closed
	closed   bool
	resident []*cuda.Vector // see [Shape.lengths]; nil where none stay
}

// NewCircuit returns the computations for a circuit, whose polynomials must not change. It has to
// be closed.
func NewCircuit[E any, S field.Scalar[E]](
	f *session.Field, p Polynomials[E],
) *Circuit[E, S] {
	return &Circuit[E, S]{
		field: f, polynomials: p, shape: p.shape(), values: session.Evictable{Field: f},
	}
}

// Needs is the memory on the device that a proof takes, in bytes. It takes less once the circuit's
// polynomials stay there.
func (c *Circuit[E, S]) Needs() uint64 {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.resident != nil {
		return c.shape.proofBytes(c.field)
	}
	return c.shape.Needs(c.field)
}

// Close frees what the circuit has on the device. It does so at once or after the last proof that
// was begun and not closed. A second Close does nothing. Proofs that are begun later send the
// polynomials along.
func (c *Circuit[E, S]) Close() error {
	c.mutex.Lock()
	c.closed = true
	vectors := c.unneeded()
	c.mutex.Unlock()
	return errors.Join(c.free(vectors), c.values.Close())
}

// end says that a proof was closed.
func (c *Circuit[E, S]) end() error {
	c.mutex.Lock()
	c.proofs--
	vectors := c.unneeded()
	c.mutex.Unlock()
	return c.free(vectors)
}

// unneeded returns the vectors that no proof will need, for the caller to free. The caller holds
// the mutex.
func (c *Circuit[E, S]) unneeded() []*cuda.Vector {
	if c.proofs > 0 || !c.closed {
		return nil
	}
	vectors := c.resident
	c.resident = nil
	return vectors
}

// free frees vectors. The caller does not hold the mutex: whoever waits for it may keep the
// engine from closing, and this waits for an engine that is.
func (c *Circuit[E, S]) free(vectors []*cuda.Vector) error {
	if len(vectors) == 0 {
		return nil
	}
	return c.field.Free(len(vectors)*c.shape.Rows, func() error {
		return closeAll(vectors)
	})
}

func closeAll(vectors []*cuda.Vector) error {
	var failures []error
	for _, v := range vectors {
		failures = append(failures, v.Close())
	}
	return errors.Join(failures...)
}
