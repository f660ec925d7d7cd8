package multiexp

import (
	"context"
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Bases are points on the devices of a set. They are whole, with a copy on each device that sums
// would wait for otherwise, or a range of them is on each device. They keep the points on the host,
// for the MSMs that the CPU computes.
type Bases[P, E any] struct {
	group  *Group[P, E]
	set    *devices.Set
	points Points[P]
	parts  []part // ascending; one of all points if the bases are whole
}

// part is a range of the bases.
type part struct {
	devices.Part
	*devices.Copies[*session.Loaded] // nil for points that go to the device with a sum
}

// check returns session.ErrNotMade for nil and for a zero value.
func (b *Bases[P, E]) check() error {
	if b == nil || b.group == nil {
		return session.ErrNotMade
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
func (b *Bases[P, E]) Bases() *session.Loaded {
	loaded, _ := b.parts[0].Any() // a set of one engine has them
	return loaded
}

// OnDevice says whether MSMs over the bases go to a device if they are large enough.
func (b *Bases[P, E]) OnDevice() (yes bool) {
	if b.check() != nil {
		return false
	}
	for _, p := range b.parts {
		p.EachCopy(func(l *session.Loaded) { yes = yes || l.OnDevice() })
	}
	return yes
}

// mostSums is above any number of MSMs that memory could have room for at once.
const mostSums = 1 << 16

// Warm allocates the scratch memory of k MSMs at once, of n scalars each, so that the first one
// need not. Statistics do not count it. It does nothing where no device is used.
func (b *Bases[P, E]) Warm(n, k int, scalars session.Scalars) error {
	if err := b.check(); err != nil {
		return err
	}
	if err := session.CheckRange(b.Len(), 0, n); err != nil {
		return err
	}
	if err := session.CheckRange(mostSums, 0, k); err != nil {
		return err
	}
	var err error
	for _, p := range b.parts {
		p.EachCopy(func(l *session.Loaded) {
			err = errors.Join(err, l.Warm(min(n, l.Len()), k, scalars))
		})
	}
	return err
}

// MultiExp returns the sum over all bases: it takes as many scalars.
func (b *Bases[P, E]) MultiExp(scalars []E, config ecc.MultiExpConfig) (*P, error) {
	if err := CheckInput(b.Len(), len(scalars), config); err != nil {
		return nil, err
	}
	return b.MultiExpRange(0, scalars, config)
}

// MultiExpRange returns the sum of n scalars over n bases, from an index on. The error is
// [session.ErrRange] of a range outside the bases, and otherwise as for [Group.MultiExp].
func (b *Bases[P, E]) MultiExpRange(
	from int, scalars []E, config ecc.MultiExpConfig,
) (*P, error) {
	sums, err := b.MultiExpBatch(from, [][]E{scalars}, config)
	if err != nil {
		return nil, err
	}
	return &sums[0], nil
}

// MultiExpBatch returns for each vector of scalars the sum that MultiExpRange returns for it.
func (b *Bases[P, E]) MultiExpBatch(
	from int, vectors [][]E, config ecc.MultiExpConfig,
) ([]P, error) {
	if err := b.checkScalars(from, vectors, config); err != nil {
		return nil, err
	}
	if len(b.parts) == 1 {
		return b.sumsOver(&b.parts[0], from, vectors, config)
	}
	return b.sumsOverParts(from, vectors, config)
}

// checkScalars returns an error unless there are bases for all scalars, from an index on, and all
// are below their bound.
func (b *Bases[P, E]) checkScalars(from int, vectors [][]E, config ecc.MultiExpConfig) error {
	if err := b.check(); err != nil {
		return err
	}
	for _, v := range vectors {
		if err := session.CheckRange(b.Len(), from, len(v)); err != nil {
			return err
		}
		if err := b.group.checkBitSize(v); err != nil {
			return err
		}
	}
	return CheckInput(0, 0, config)
}

// MultiExpVector returns the sum over the bases from an index on with a vector of scalars. Where
// the bases are not on the vector's device, the scalars go through the host. The error is that of
// [Bases.MultiExpRange], or of the vector.
func (b *Bases[P, E]) MultiExpVector(from int, v Vector[E]) (*P, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	if err := session.CheckRange(b.Len(), from, v.Len()); err != nil {
		return nil, err
	}
	sum, err := b.onDeviceOf(v, from)
	if !errors.Is(err, session.ErrOnCPU) && !errors.Is(err, session.ErrElsewhere) {
		return sum, err
	}
	scalars, err := v.Elements()
	if err != nil {
		return nil, err
	}
	return b.MultiExpRange(from, scalars, ecc.MultiExpConfig{})
}

// Vector is a vector of scalars that may lie on the device.
type Vector[E any] interface {
	Len() int
	OnDevice() *cuda.Vector // nil for one in host memory
	Elements() ([]E, error)
	Field() *session.Field
}

// Start begins MultiExpRange and returns at once; wait waits for the sum, and may be called
// again. The scalars must not change before that.
func (b *Bases[P, E]) Start(
	from int, scalars []E, config ecc.MultiExpConfig,
) (wait func() (*P, error)) {
	var sum *P
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		sum, err = b.MultiExpRange(from, scalars, config)
	}()
	return func() (*P, error) {
		<-done
		return sum, err
	}
}

// StartIn begins a sum over whole bases from an index on for each of k vectors. The vectors are a
// session's, on the device. See [session.Session.Start], also for [session.ErrOnCPU].
func (b *Bases[P, E]) StartIn(s *session.Session, from, k int,
	name func(*cuda.Workspace) (*cuda.Scalars, error)) (wait func() ([]P, error)) {
	sums, accept := b.group.sums(k)
	ended := s.Start(b.Bases(), from, name, accept)
	return func() ([]P, error) {
		if err := ended(); err != nil {
			return nil, err
		}
		return sums, nil
	}
}

// MultiExpComputed returns the sum over whole bases from an index on. The scalars are the vector
// that compute leaves on the device. See [session.Loaded.MultiExpComputed], also for
// [session.ErrOnCPU].
func (b *Bases[P, E]) MultiExpComputed(ctx context.Context, what string, f *session.Field, n int,
	bytesUp uint64, from int,
	compute func(w *cuda.Workspace, sum func(*cuda.Vector) error) error) (*P, error) {
	sums, accept := b.group.sums(1)
	err := b.Bases().MultiExpComputed(ctx, what, f, n, bytesUp, from, compute, accept[0])
	if err != nil {
		return nil, err
	}
	return &sums[0], nil
}
