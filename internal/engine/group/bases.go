package group

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Bases are points on the devices of a set. They are whole, with a copy on each device that sums
// would wait for otherwise, or a range of them is on each device. They keep the points on the host,
// for the MSMs that the CPU computes.
type Bases[P, E any] struct {
	group  *Group[P, E]
	set    *Set
	points Points[P]
	parts  []part // ascending; one of all points if the bases are whole
}

// part is a range of the bases.
type part struct {
	Part
	*Copies[*engine.Loaded]
}

// check returns engine.ErrNotMade for nil and for a zero value.
func (b *Bases[P, E]) check() error {
	if b == nil || b.group == nil {
		return engine.ErrNotMade
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

// Bases returns whole bases as a device has them.
func (b *Bases[P, E]) Bases() *engine.Loaded {
	loaded, _ := b.parts[0].Any() // a set of one engine has them
	return loaded
}

// OnDevice says whether MSMs over the bases go to a device if they are large enough.
func (b *Bases[P, E]) OnDevice() (yes bool) {
	if b.check() != nil {
		return false
	}
	for _, p := range b.parts {
		p.EachCopy(func(l *engine.Loaded) { yes = yes || l.OnDevice() })
	}
	return yes
}

// mostSums is above any number of MSMs that memory could have room for at once.
const mostSums = 1 << 16

// Warm allocates the scratch memory of k MSMs at once, of n scalars each, so that the first one
// need not. Statistics do not count it. It does nothing where no device is used.
func (b *Bases[P, E]) Warm(n, k int, scalars engine.Scalars) error {
	if err := b.check(); err != nil {
		return err
	}
	if err := engine.CheckRange(b.Len(), 0, n); err != nil {
		return err
	}
	if err := engine.CheckRange(mostSums, 0, k); err != nil {
		return err
	}
	var err error
	for _, p := range b.parts {
		p.EachCopy(func(l *engine.Loaded) {
			err = errors.Join(err, l.Warm(min(n, l.Len()), k, scalars))
		})
	}
	return err
}

// Vector is a vector of scalars that may lie on the device.
type Vector[E any] interface {
	Len() int
	OnDevice() *cuda.Vector // nil for one in host memory
	Elements() ([]E, error)
	Field() *engine.Field
}
