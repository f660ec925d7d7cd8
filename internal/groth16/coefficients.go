package groth16

import (
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Coefficients are a quotient's coefficients that leave its device, from an index on. Parts of Z on
// other devices meet them. A nil Coefficients takes none.
type Coefficients[E any] struct {
	from   int
	values []E
	room   parallel.WaitGroup // of a goroutine that touches the memory of the values
	ended  sync.Once
	known  chan struct{} // closed once the values are known, or never will be
	set    bool          // they are known
}

// NewCoefficients returns n coefficients from an index on, which have to be cleared.
func NewCoefficients[E any](from, n int) *Coefficients[E] {
	c := &Coefficients[E]{from: from, values: make([]E, n), known: make(chan struct{})}
	c.room.Go(c.zero)
	return c
}

func (c *Coefficients[E]) zero() {
	parallel.Chunks(len(c.values), func(from, to int) { clear(c.values[from:to]) })
}

// download fetches the coefficients from a quotient's vectors, unless a constraint is not
// satisfied there.
func download[E any](
	f *curve.Field[E], c *Coefficients[E], w *cuda.Workspace, q *quotientVectors,
) error {
	if c == nil {
		return nil
	}
	wrong := make([]E, 1)
	if err := w.Download(driver.Bytes(wrong), q.wrong); err != nil || !f.IsZero(&wrong[0]) {
		return err
	}
	return c.give(func() error {
		return w.Download(driver.Bytes(c.values), q.abc[0].Slice(c.from, c.from+len(c.values)))
	})
}

// take copies the coefficients from all of a quotient.
func (c *Coefficients[E]) take(h []E) {
	if c != nil {
		_ = c.give(func() error { copy(c.values, h[c.from:]); return nil })
	}
}

// give has the values set, unless they are known.
func (c *Coefficients[E]) give(set func() error) error {
	if c.set {
		return nil
	}
	c.room.Wait()
	if err := set(); err != nil {
		return err
	}
	c.set = true
	c.End()
	return nil
}

// End says that the values are known, or never will be.
func (c *Coefficients[E]) End() {
	if c != nil {
		c.ended.Do(func() { close(c.known) })
	}
}

// Clear clears the values, which tell of the witness. No MSM may be under way.
func (c *Coefficients[E]) Clear() {
	if c != nil {
		c.room.Wait()
		c.zero()
	}
}
