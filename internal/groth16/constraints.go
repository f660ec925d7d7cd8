package groth16

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// ErrUnsatisfied: a·b is not c in some constraint, as the device has it.
var ErrUnsatisfied = errors.New("accel: a constraint is not satisfied")

// Constraints are the expressions of a system, as sparse matrices. The device computes a, b
// and c from them and the wires. They stay on the device between proofs as long as nothing else
// needs the memory.
type Constraints[E any] struct {
	field        *engine.Field
	size         MatrixSize
	coefficients []E
	read         func() (*Rows, error)
	onDevice     engine.Evictable
	preparing    sync.Once
	tried        atomic.Bool // to send them
}

// NewConstraints returns the constraints of a system, which have to be closed. Its size is the size
// of the rows that read returns. These are the rows of A, then from [RowsOf] of the domain's length
// on the rows of B, then from twice as many on the rows of C. The first coefficients are 0, 1, 2
// and −1. Read is called whenever the rows are sent to the device.
func NewConstraints[E any](
	f *engine.Field, size MatrixSize, coefficients []E, read func() (*Rows, error),
) *Constraints[E] {
	return &Constraints[E]{
		field: f, size: size, coefficients: coefficients, read: read,
		onDevice: engine.Evictable{Field: f},
	}
}

// RowsOf is how many rows A, B and C have each. The domain has n elements. Empty rows are among
// them.
func RowsOf(n int) int { return engine.LengthOf([]int{n}) }

// Close frees the device's memory, at once or after the last proof that uses it. A second Close
// does nothing.
func (c *Constraints[E]) Close() error { return c.onDevice.Close() }

// Ready reports whether the constraints are on the device. They may go at any time.
func (c *Constraints[E]) Ready() bool { return c.onDevice.Bytes() > 0 }

// Expected reports whether the constraints may yet come to the device for the first time.
func (c *Constraints[E]) Expected() bool { return !c.tried.Load() }

// Prepare sends the constraints to the device, if they are to stay there. The first Prepare does
// so, and others wait for it.
func (c *Constraints[E]) Prepare() (err error) {
	c.preparing.Do(func() {
		defer c.tried.Store(true)
		err = engine.Optional(c.field.Prepare("constraints", c.size.Short.Rows,
			func(w *cuda.Workspace) error {
				_, vector, err := c.on(w)
				return errors.Join(err, c.onDevice.Done(vector))
			}))
	})
	return err
}

// rowsOnDevice are constraints on a device.
type rowsOnDevice struct{ short, pieces, long cuda.Sparse }

// lengths are the lengths of the vectors of the constraints. The coefficients come first, then the
// rows, starts and terms of each part.
func (c *Constraints[E]) lengths() []int {
	lengths := []int{c.size.Coefficients}
	for _, p := range []Part{c.size.Short, c.size.Pieces, c.size.Long} {
		for _, n := range []int{p.Rows, p.Rows + 1, 2 * p.Terms} {
			lengths = append(lengths, cuda.IndexElements(c.field.Descriptor(), n))
		}
	}
	return lengths
}

// on returns the constraints on the device, with one more user. It returns none where there is too
// little memory for them to stay.
func (c *Constraints[E]) on(w *cuda.Workspace) (*rowsOnDevice, *cuda.Evictable, error) {
	v, vector, err := c.onDevice.Vectors(w, c.lengths(), func(to []*cuda.Vector) error {
		return c.send(w, to)
	})
	if vector == nil {
		return nil, nil, err
	}
	of := func(i int, p Part) cuda.Sparse {
		return cuda.Sparse{
			Coefficients: v[0], Rows: v[i], Starts: v[i+1], Terms: v[i+2],
			NbRows: p.Rows, NbTerms: p.Terms,
		}
	}
	return &rowsOnDevice{of(1, c.size.Short), of(4, c.size.Pieces), of(7, c.size.Long)}, vector, nil
}

// require is [Constraints.on] for computations that need them. Where there is too little memory for
// them to stay, it returns engine.ErrNoRoom.
func (c *Constraints[E]) require(w *cuda.Workspace) (*rowsOnDevice, *cuda.Evictable, error) {
	rows, vector, err := c.on(w)
	if err == nil && vector == nil {
		err = engine.ErrNoRoom
	}
	return rows, vector, err
}

// send sends the constraints to vectors of the device.
func (c *Constraints[E]) send(w *cuda.Workspace, to []*cuda.Vector) error {
	m := new(matrix)
	if c.read != nil { // no dry run
		rows, err := c.read()
		if err != nil {
			return err
		}
		if m = rows.arranged; m == nil {
			m = arrange(rows)
		}
	}
	w.Upload(to[0], raw.Bytes(c.coefficients))
	for i, p := range []part{m.short, m.pieces, m.long} {
		terms := raw.View[uint32](raw.Bytes(p.terms))
		for j, indices := range [][]uint32{p.rows, p.starts, terms} {
			if v := to[1+3*i+j]; v.Len() > 0 {
				w.UploadIndices(v, indices)
			}
		}
	}
	return w.Err()
}

// multiply sets a, b and c, which were zero. It sets wrong[0] to 1 if a·b is not c somewhere.
func (d *rowsOnDevice) multiply(
	w *cuda.Workspace, f *engine.Field, to *quotientVectors, wires *cuda.Vector,
) error {
	w.MultiplySparse(to.piece, &d.short, wires)
	if n := d.pieces.NbRows; n > 0 {
		sums := to.sums
		if n > sums.Len() {
			more, err := engine.VectorsIfRoom(w, f.Descriptor(), []int{n})
			if err != nil {
				return err
			}
			sums = more[0]
		}
		w.MultiplySparse(sums, &d.pieces, wires)
		w.MultiplySparse(to.piece, &d.long, sums)
	}
	w.CheckProducts(to.wrong, to.abc[0], to.abc[1], to.abc[2])
	return w.Err()
}

// msmOfWiresQuotient is [quotientMSM] for a proof that was sent. The device computes a, b and c
// from the wires. On engine.ErrOnCPU there is no room for the constraints, or the proof has left
// the device. On [ErrUnsatisfied] the wires, or the device, are wrong, and no coefficients have
// left.
func msmOfWiresQuotient[P, E any](
	p *Proof[E], z *Vector[P, E], q *Quotient[E],
) (sum P, err error) {
	n, f := q.Domain.Len(), p.wires.field
	if n < 2 {
		return sum, engine.ErrOnCPU
	}
	lent, err := p.session.Lend(p.all)
	if err != nil {
		return sum, err
	}
	defer lent.Close()
	wrong := make([]E, 1)
	var used *cuda.Evictable // until the operations have run
	defer func() { err = errors.Join(err, q.Constraints.onDevice.Done(used)) }()
	fill := func(w *cuda.Workspace, v *quotientVectors) (err error) {
		ended := used // of a try without enough memory
		used = nil
		if err = q.Constraints.onDevice.Done(ended); err != nil {
			return err
		}
		var constraints *rowsOnDevice
		if constraints, used, err = q.Constraints.require(w); err != nil {
			return err
		}
		return constraints.multiply(w, f, v, w.Borrow(f.Descriptor(), lent)[0])
	}
	result, err := msmOverZ(p.ctx, f, z, &quotientSteps[E]{
		domain: q.Domain, beyond: q.Beyond, set: fill, wrong: wrong,
	})
	if err == nil && !q.Domain.Field.IsZero(&wrong[0]) {
		return sum, ErrUnsatisfied
	}
	return result, err
}
