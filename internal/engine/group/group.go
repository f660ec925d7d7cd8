package group

import (
	"io"

	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Group is a group of points P, with scalars E, on a set's devices. Where a device fails at a
// method another one does it all again, and in the end the CPU.
type Group[P, E any] struct {
	devices *Set                // nil for Default, which is opened late
	one     *engine.Group[P, E] // the same on no device yet
}

// NewGroup returns a group on a set's devices. Nil is [Default].
func NewGroup[P, E any](s *Set, d *engine.Description[P, E]) *Group[P, E] {
	return &Group[P, E]{devices: s, one: &engine.Group[P, E]{Description: d}}
}

func (g *Group[P, E]) set() *Set { return g.devices.OrDefault() }

// On returns the group on one device's engine, for proofs.
func (g *Group[P, E]) On(e *engine.Engine) *engine.Group[P, E] { return g.one.On(e).InProof() }

// check returns engine.ErrNotMade for nil and for a zero value.
func (g *Group[P, E]) check() error {
	if g == nil || g.one == nil {
		return engine.ErrNotMade
	}
	return nil
}

// home returns the group on the first device. See [Set.Home].
func (g *Group[P, E]) home() *engine.Group[P, E] { return g.one.On(g.set().Home()) }

// try has one of the devices do a task over n points. See [Set.Try].
func (g *Group[P, E]) try(n int, task func(*engine.Group[P, E]) error) error {
	if err := g.check(); err != nil {
		return err
	}
	return g.set().Try(n, func(e *engine.Engine) error { return task(g.one.On(e)) })
}

// Products is [engine.Group.Products] of the first device.
func (g *Group[P, E]) Products() (perSecond float64, err error) {
	if err := g.check(); err != nil {
		return 0, err
	}
	return g.home().Products()
}

// MultiplesOf is [engine.Group.MultiplesOf].
func (g *Group[P, E]) MultiplesOf(base *P, scalars []E) (points []P, err error) {
	err = g.try(len(scalars), func(one *engine.Group[P, E]) (err error) {
		points, err = one.MultiplesOf(base, scalars, nil)
		return err
	})
	return points, err
}

// IsInSubGroupBatch is [engine.Group.IsInSubGroupBatch].
func (g *Group[P, E]) IsInSubGroupBatch(points []P) (all bool, err error) {
	err = g.try(len(points), func(one *engine.Group[P, E]) (err error) {
		all, err = one.IsInSubGroupBatch(points)
		return err
	})
	return all, err
}

// ScalePoints is [engine.Group.ScalePoints].
func (g *Group[P, E]) ScalePoints(points []P, scalars []E) (scaled []P, err error) {
	err = g.try(len(points), func(one *engine.Group[P, E]) (err error) {
		scaled, err = one.ScalePoints(points, scalars)
		return err
	})
	return scaled, err
}

// ToLagrange is [engine.Group.ToLagrange].
func (g *Group[P, E]) ToLagrange(points []P) (result []P, err error) {
	err = g.try(len(points), func(one *engine.Group[P, E]) (err error) {
		result, err = one.ToLagrange(points)
		return err
	})
	return result, err
}

// Decode is [engine.Group.Decode].
func (g *Group[P, E]) Decode(r io.Reader, to *[]P) (int64, error) {
	if err := g.check(); err != nil {
		return 0, err
	}
	if to == nil {
		return 0, engine.ErrNowhere
	}
	p, err := g.home().Parse(r)
	if err != nil {
		return p.Bytes, err
	}
	err = g.try(len(p.Points), func(one *engine.Group[P, E]) error { return one.Check(&p, nil) })
	if err == nil {
		*to = p.Points
	}
	return p.Bytes, err
}
