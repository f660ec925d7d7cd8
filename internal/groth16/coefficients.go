package groth16

import (
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// OverZ is a key's vector Z, or that part of it that lies on the device of the quotient. Points
// has the first points of Z.
type OverZ[P, E any] struct {
	Vector[P, E]
	// Others are the coefficients for the other parts; nil if there are none.
	Others *Coefficients[E]
	// Compute computes the quotient where the device failed at it, as [Quotient] does, on another
	// one; session.ErrOnCPU leaves it to the CPU. Nil leaves such failures to the caller.
	Compute func(*Values[E]) ([]E, error)
}

// whole says whether the parts of Z are all that a domain of n elements needs.
func (z *OverZ[P, E]) whole(n int) bool {
	points := len(z.Points)
	if z.Others != nil {
		points += len(z.Others.values)
	}
	return points+1 == n
}

// summed is the number of coefficients that are summed on the quotient's device, of a domain of n
// elements.
func (z *OverZ[P, E]) summed(n int) int {
	if z.Others == nil {
		return n - 1
	}
	return z.Others.from
}

// Coefficients are those of a quotient that leave its device, for sums over parts of Z on others.
// They are those from an index on.
type Coefficients[E any] struct {
	from   int
	values []E
	room   parallel.WaitGroup // of a goroutine that touches the memory of the values
	given  sync.Once
	known  chan struct{} // closed once the values are known, or never will be
	there  bool          // they are known
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

// download fetches them from the quotient on its device. A second time it does nothing.
func (c *Coefficients[E]) download(w *cuda.Workspace, h *cuda.Vector) (err error) {
	if c == nil {
		return nil
	}
	return c.give(func() error {
		return w.Download(driver.Bytes(c.values), h.Slice(c.from, c.from+len(c.values)))
	})
}

// take copies them from all coefficients.
func (c *Coefficients[E]) take(h []E) {
	if c == nil {
		return
	}
	_ = c.give(func() error {
		copy(c.values, h[c.from:])
		return nil
	})
}

// give has the values set, unless they are known.
func (c *Coefficients[E]) give(set func() error) error {
	if c.there {
		return nil
	}
	c.room.Wait()
	if err := set(); err != nil {
		return err
	}
	c.there = true
	c.giveUp()
	return nil
}

// giveUp has nobody wait for the values any more.
func (c *Coefficients[E]) giveUp() {
	if c != nil {
		c.given.Do(func() { close(c.known) })
	}
}

// of waits for n of the values, from one of all coefficients on. It returns nil if there will be
// none.
func (c *Coefficients[E]) of(from, n int) []E {
	<-c.known
	if !c.there {
		return nil
	}
	return c.values[from-c.from : from-c.from+n]
}

// Clear clears the values, which tell of the witness. No sum may be under way.
func (c *Coefficients[E]) Clear() {
	if c != nil {
		c.room.Wait()
		c.zero()
	}
}
