// Package polynomials computes both schemes' quotients on an engine, and checks them.
package polynomials

import (
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// Field is the scalar field of a curve, on engines and on the host. E are its elements, D the
// domains fft.Domain and K the type fft.Decimation, all gnark-crypto's.
type Field[E, D any, K comparable] struct {
	*curve.Field[E]
	*engine.HostField[E, D, K]
	onEngine func(*accel.Engine) *accel.Field[E, D, K]
}

// FieldOf returns a field by what it is on an engine.
func FieldOf[E, D any, K comparable](
	onEngine func(*accel.Engine) *accel.Field[E, D, K],
) *Field[E, D, K] {
	host := (*group.Field[E, D, K])(onEngine(nil)).Host()
	return &Field[E, D, K]{host.Scalars, host, onEngine}
}

// Random returns an element that no error of a device depends on. See [poly.RandomFactors].
func (f *Field[E, D, K]) Random() E { return poly.RandomFactors(f.Field, 1)[0] }

// load returns a vector of n elements: those given, and zeros behind them.
func load[E, D any, K comparable](
	on *accel.Field[E, D, K], n int, elements []E,
) (*accel.Vector[E, D, K], error) {
	v, err := (*group.Field[E, D, K])(on).New(n, elements)
	return (*accel.Vector[E, D, K])(v), err
}
