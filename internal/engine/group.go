package engine

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// Group is a group of points P, with scalars E, on an engine: it computes MSMs.
type Group[P, E any] struct {
	engine *Engine // nil for a group that is on none yet
	*Description[P, E]
	inProof bool // its sums are parts of proofs
}

// Description is a group on the CPU, and for the backend.
type Description[P, E any] struct {
	Host *curve.Group[P, E]
	// Device and Scalars describe the group and its scalars to the backend.
	Device  *cuda.Group
	Scalars *cuda.Field
	// Accept stores a result of the device in sum, if the curve has it.
	Accept func(g *cuda.Group, sum *P) Accept
}

// Describe returns a description. It completes the device's, which has names and coordinates.
func Describe[P, E any](
	host *curve.Group[P, E], scalars *cuda.Field, device cuda.Group,
	accept func(*cuda.Group, *P) Accept,
) *Description[P, E] {
	device.ScalarLimbs, device.ScalarBits = scalars.Limbs, host.Scalars.Bits
	device.Kernels = scalars.Kernels
	return &Description[P, E]{host, &device, scalars, accept}
}

// On returns the group on an engine.
func (g *Group[P, E]) On(e *Engine) *Group[P, E] {
	on := *g
	on.engine = e
	return &on
}

// InProof returns the group for the MSMs of proofs. See [Config.ByTimes].
func (g *Group[P, E]) InProof() *Group[P, E] {
	of := *g
	of.inProof = true
	return &of
}

// Field returns the field of the scalars, on the same engine.
func (g *Group[P, E]) Field() *Field {
	return &Field{engine: g.engine, descriptor: g.Scalars, inProof: g.inProof}
}

// check returns ErrNotMade for nil, and for a group on no engine.
func (g *Group[P, E]) check() error {
	if g == nil || g.engine == nil {
		return ErrNotMade
	}
	return nil
}

// Products measures the device's products a second in the field of a point's coordinates. It fails
// without a device.
func (g *Group[P, E]) Products() (perSecond float64, err error) {
	if err := g.check(); err != nil {
		return 0, err
	}
	return onDevice(g.engine, func() (float64, error) {
		return g.engine.backend.Products(g.Device)
	})
}

// compute has the device compute with vectors of n elements: see [Field.Compute].
func (g *Group[P, E]) compute(
	what string, n int, bytesUp uint64, do func(*cuda.Workspace) error,
) error {
	return NewField(g.engine, g.Scalars).Compute(what, n, bytesUp, do)
}

// Unpack has the curve's kernels unpacked beside the next work, as while a device opens.
func (g *Group[P, E]) Unpack() {
	_, _ = g.Device.Kernels(-1) // whoever loads them has the error
}

// Ready loads the group's kernels for n points. Later a driver would wait for other work first.
func (g *Group[P, E]) Ready(n int) error {
	t := newTask("kernels", g.Device, n).uncounted(notWarmed)
	return Optional(g.engine.attempt(t, func() error { return g.engine.backend.Ready(g.Device) }))
}
