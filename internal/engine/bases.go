package engine

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

// Warm is [Loaded.Warm].
func (b *Bases[P, E]) Warm(n, k int, scalars Scalars) error { return b.loaded.Warm(n, k, scalars) }
