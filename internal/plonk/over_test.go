package plonk

import (
	"math/rand/v2"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// over is a curve for the tests: E are its scalars, and P its points.
type over[E comparable, S field.Scalar[E], P comparable] struct {
	field       func(e *accel.Engine) *session.Field
	g1          func(e *accel.Engine) *multiexp.Group[P, E]
	multiples   func(scalars []E) []P // of a generator
	rootOfUnity func(order uint64) (E, error)
}

// load loads points.
func (c *over[E, S, P]) load(e *accel.Engine, points []P) (*multiexp.Bases[P, E], error) {
	return c.g1(e).Load(points, 0)
}

// elements returns n elements: 0, 1, −1, then random ones.
func (c *over[E, S, P]) elements(n int) []E {
	all := make([]E, n)
	for i := range all {
		e := S(&all[i])
		switch i {
		case 0:
		case 1:
			e.SetOne()
		case 2:
			e.SetOne()
			e.Neg(&all[i])
		default:
			e.SetUint64(rand.Uint64())
			for range 6 {
				var word E
				e.Mul(&all[i], S(&word).SetUint64(rand.Uint64()))
			}
		}
	}
	return all
}

// points returns n multiples of a generator, of which the first is the point at infinity.
func (c *over[E, S, P]) points(n int) []P { return c.multiples(c.elements(n)) }

// domain returns H of n elements, and the generator of the domain that cosets of H make up.
func (c *over[E, S, P]) domain(t testing.TB, n int) (d field.Domain[E], step E) {
	t.Helper()
	generator, err := c.rootOfUnity(uint64(n))
	if err == nil {
		step, err = c.rootOfUnity(uint64(n * Blocks(n)))
	}
	if err != nil {
		t.Fatal(err)
	}
	d = field.Domain[E]{Cardinality: uint64(n), Generator: generator}
	S(&d.Shift).SetUint64(5)
	S(&d.ShiftInverse).Inverse(&d.Shift)
	S(&d.CardinalityInverse).SetUint64(uint64(n))
	S(&d.CardinalityInverse).Inverse(&d.CardinalityInverse)
	return d, step
}

// home returns the engine of the first device.
func home(e *accel.Engine) *session.Engine { return (*devices.Set)(e).Home() }
