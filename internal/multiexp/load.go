package multiexp

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Points are points on the host. A dry run has their number only.
type Points[P any] struct {
	Slice  []P
	Number int
}

// PointsOf returns the points of a slice.
func PointsOf[P any](slice []P) Points[P] { return Points[P]{slice, len(slice)} }

// Bytes returns the memory that the points take by themselves.
func (p Points[P]) Bytes() uint64 { return keycache.SizeOf[P](p.Number) }

// part returns the points of a range.
func (p Points[P]) part(from, to int) Points[P] {
	if p.Slice == nil {
		return Points[P]{Number: to - from}
	}
	return PointsOf(p.Slice[from:to])
}

// Unpack has the curve's kernels unpacked beside what comes next, as while a device opens.
func (g *Group[P, E]) Unpack() {
	_, _ = g.descriptor.Kernels(-1) // whoever loads them has the error
}

// Ready loads the group's kernels for n points, ahead of work that a driver would wait for.
func (g *Group[P, E]) Ready(n int) error { return g.set().Home().Ready(g.descriptor, n) }

// Load returns points as bases. See [session.Engine.Load].
func (g *Group[P, E]) Load(points []P, headroom uint64) (*Bases[P, E], error) {
	return g.LoadPoints(PointsOf(points), headroom, nil)
}

// LoadPoints is [Group.Load] of points that a dry run has the number of only. Those that the device
// made it does not have sent.
func (g *Group[P, E]) LoadPoints(
	points Points[P], headroom uint64, made *session.Made,
) (*Bases[P, E], error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	b := g.over(points, g.set().Parts(g.descriptor, points.Number, false), false,
		func(e *session.Engine, some Points[P]) (*session.Loaded, error) {
			how := session.Loading{Headroom: headroom, Made: made, InProof: g.inProof}
			return e.Load(g.descriptor, some.Number, driver.Bytes(some.Slice), how)
		})
	var tasks parallel.Tasks
	for _, p := range b.parts {
		tasks.Go(func() error {
			_, err := p.Any()
			return err
		})
	}
	if err := tasks.Wait(); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// Close waits for the MSMs under way and frees the devices' memory.
func (b *Bases[P, E]) Close() (err error) {
	if b.check() != nil {
		return nil
	}
	for _, p := range b.parts {
		err = errors.Join(err, p.Copies.Close())
	}
	return err
}
