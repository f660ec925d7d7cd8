package engine

import "github.com/gnark-accel/gnark-accel/internal/raw"

// Points are points on the host. A dry run has their number only.
type Points[P any] struct {
	Slice  []P
	Number int
}

// PointsOf returns the points of a slice.
func PointsOf[P any](slice []P) Points[P] { return Points[P]{slice, len(slice)} }

// Bytes returns the memory that the points take by themselves.
func (p Points[P]) Bytes() uint64 { return raw.SizeOf[P](p.Number) }

// Bases are points on an engine. They keep the points on the host, for the MSMs that the CPU
// computes.
type Bases[P, E any] struct {
	group  *Group[P, E]
	points Points[P]
	loaded *Loaded
}

// check returns ErrNotMade for nil and for a zero value.
func (b *Bases[P, E]) check() error {
	if b == nil || b.group == nil {
		return ErrNotMade
	}
	return nil
}

// Len returns the number of bases.
func (b *Bases[P, E]) Len() int {
	if b == nil {
		return 0
	}
	return b.points.Number
}

// Points returns the points on the host.
func (b *Bases[P, E]) Points() []P {
	if b == nil {
		return nil
	}
	return b.points.Slice
}

// Loaded returns the bases as the engine has them.
func (b *Bases[P, E]) Loaded() *Loaded { return b.loaded }

// OnDevice says whether large enough MSMs over the bases go to the device.
func (b *Bases[P, E]) OnDevice() bool { return b.check() == nil && b.loaded.OnDevice() }

// Close waits for the MSMs under way and frees the device's memory.
func (b *Bases[P, E]) Close() error {
	if b.check() != nil {
		return nil
	}
	return b.loaded.Close()
}
