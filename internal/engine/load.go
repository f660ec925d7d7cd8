package engine

import (
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/raw"
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

// Unpack has the curve's kernels unpacked beside the next work, as while a device opens.
func (g *Group[P, E]) Unpack() {
	_, _ = g.Device.Kernels(-1) // whoever loads them has the error
}

// Ready loads the group's kernels for n points, before a driver would wait for them.
func (g *Group[P, E]) Ready(n int) error { return g.engine.Ready(g.Device, n) }

// Load returns points as bases. See [Engine.Load].
func (g *Group[P, E]) Load(points []P, headroom uint64) (*Bases[P, E], error) {
	return g.LoadPoints(PointsOf(points), Loading{Headroom: headroom})
}

// LoadPoints is [Group.Load] of points that a dry run has the number of only. Points that the
// device made are not sent.
func (g *Group[P, E]) LoadPoints(points Points[P], how Loading) (*Bases[P, E], error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	how.InProof = g.inProof
	loaded, err := g.engine.Load(g.Device, points.Number, raw.Bytes(points.Slice), how)
	if err != nil {
		return nil, err
	}
	return &Bases[P, E]{group: g, points: points, loaded: loaded}, nil
}

// stream returns points as bases for one MSM, with which they go to the device.
func (g *Group[P, E]) stream(points []P) *Bases[P, E] {
	return &Bases[P, E]{group: g, points: PointsOf(points),
		loaded: g.engine.Bring(g.Device, len(points), raw.Bytes(points))}
}

// Close waits for the MSMs under way and frees the device's memory.
func (b *Bases[P, E]) Close() error {
	if b.check() != nil {
		return nil
	}
	return b.loaded.Close()
}
