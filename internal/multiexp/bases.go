package multiexp

import (
	"context"
	"errors"
	"reflect"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
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
func (p Points[P]) Bytes() uint64 { return uint64(p.Number) * uint64(reflect.TypeFor[P]().Size()) }

// Bases are [session.Bases] with their points on the host, for the MSMs that the CPU computes. The
// methods return ErrOnCPU only where they say so.
type Bases[P, E any] struct {
	bases  *session.Bases
	points []P
	group  *Group[P, E]
}

// Load returns points as bases. See [session.Engine.Load].
func (g *Group[P, E]) Load(points []P, headroom uint64) (*Bases[P, E], error) {
	return g.LoadPoints(PointsOf(points), headroom, nil)
}

// LoadPoints is [Group.Load] of points that a dry run has the number of only. Those that the device
// made it does not have sent.
func (g *Group[P, E]) LoadPoints(
	p Points[P], headroom uint64, made *session.Made,
) (*Bases[P, E], error) {
	if err := g.made(); err != nil {
		return nil, err
	}
	points := driver.Bytes(p.Slice)
	bases, err := g.engine().LoadPoints(g.forPasses(), p.Number, points, headroom, made)
	if err != nil {
		return nil, err
	}
	return &Bases[P, E]{bases, p.Slice, g}, nil
}

// Bases returns the bases without their points.
func (b *Bases[P, E]) Bases() *session.Bases { return b.bases }

// made returns session.ErrNotMade for nil and for a zero value.
func (b *Bases[P, E]) made() error {
	if b == nil || b.bases == nil {
		return session.ErrNotMade
	}
	return nil
}

// Len returns the number of bases.
func (b *Bases[P, E]) Len() int {
	if b.made() != nil {
		return 0
	}
	return b.bases.Len()
}

// Points returns the points on the host.
func (b *Bases[P, E]) Points() []P {
	if b.made() != nil {
		return nil
	}
	return b.points
}

// OnDevice says whether MSMs over the bases go to the device if they are large enough.
func (b *Bases[P, E]) OnDevice() bool { return b.made() == nil && b.bases.OnDevice() }

// Warm allocates the scratch memory of k MSMs at once, of n scalars each. See [session.Bases.Warm].
func (b *Bases[P, E]) Warm(n, k int, scalars session.Scalars) error {
	if err := b.made(); err != nil {
		return err
	}
	return b.bases.Warm(n, k, scalars)
}

// Close waits for the MSMs under way and frees the device's memory.
func (b *Bases[P, E]) Close() error {
	if b.made() != nil {
		return nil
	}
	return b.bases.Close()
}

// MultiExpRange returns the sum of n scalars over n bases, from an index on. The error is
// [session.ErrRange] of a range outside the bases, and otherwise as for [Group.MultiExp].
func (b *Bases[P, E]) MultiExpRange(from int, scalars []E,
	config ecc.MultiExpConfig) (*P, error) {
	sums, err := b.MultiExpBatch(from, [][]E{scalars}, config)
	if err != nil {
		return nil, err
	}
	return &sums[0], nil
}

// MultiExpBatch returns for each vector of scalars the sum that MultiExpRange returns for it.
func (b *Bases[P, E]) MultiExpBatch(from int, vectors [][]E,
	config ecc.MultiExpConfig) ([]P, error) {
	if err := b.made(); err != nil {
		return nil, err
	}
	n := 0
	for _, v := range vectors {
		if err := session.CheckRange(len(b.points), from, len(v)); err != nil {
			return nil, err
		}
		if err := b.group.checkBitSize(v); err != nil {
			return nil, err
		}
		n += len(v)
	}
	if err := CheckInput(0, 0, config); err != nil {
		return nil, err
	}
	sums, err := b.group.onDevice(n, len(vectors), func(f *E, accept []session.Accept) error {
		return b.group.multiplied(vectors, f, func(scalars [][]byte) error {
			return b.bases.MultiExp(from, scalars, accept)
		})
	})
	if errors.Is(err, session.ErrOnCPU) {
		return b.computeOnCPU(from, vectors, config)
	}
	return sums, err
}

func (b *Bases[P, E]) computeOnCPU(from int, vectors [][]E,
	config ecc.MultiExpConfig) ([]P, error) {
	sums := make([]P, len(vectors))
	for i, v := range vectors {
		points := b.points[from : from+len(v)]
		if _, err := b.group.host.MultiExp(&sums[i], points, v, config); err != nil {
			return nil, err
		}
	}
	return sums, nil
}

// StartIn begins a sum over the bases from an index on for each of k vectors. The vectors are a
// session's, on the device. See [session.Session.Start], also for [session.ErrOnCPU].
func (b *Bases[P, E]) StartIn(s *session.Session, from, k int,
	name func(*cuda.Workspace) (*cuda.Scalars, error)) (wait func() ([]P, error)) {
	sums, accept := b.group.sums(k)
	ended := s.Start(b.bases, from, name, accept)
	return func() ([]P, error) {
		if err := ended(); err != nil {
			return nil, err
		}
		return sums, nil
	}
}

// MultiExpComputed returns the sum over the bases from an index on. The scalars are the vector that
// compute leaves on the device. See [session.Bases.MultiExpComputed], also for [session.ErrOnCPU].
func (b *Bases[P, E]) MultiExpComputed(ctx context.Context, what string, f *session.Field, n int,
	bytesUp uint64, from int,
	compute func(w *cuda.Workspace, sum func(*cuda.Vector) error) error) (*P, error) {
	sums, accept := b.group.sums(1)
	err := b.bases.MultiExpComputed(ctx, what, f, n, bytesUp, from, compute, accept[0])
	if err != nil {
		return nil, err
	}
	return &sums[0], nil
}

// Vector is a vector of scalars that may lie on the device.
type Vector[E any] interface {
	Len() int
	OnDevice() *cuda.Vector // nil for one in host memory
	Elements() ([]E, error)
	Field() *session.Field
}

// MultiExpVector returns the sum over the bases from an index on with a vector of scalars. The
// error is that of [Bases.MultiExpRange], or of the vector.
func (b *Bases[P, E]) MultiExpVector(from int, v Vector[E]) (*P, error) {
	if err := b.made(); err != nil {
		return nil, err
	}
	if device := v.OnDevice(); device != nil && !b.group.descriptor.Bounded {
		sums, err := b.group.onDevice(v.Len(), 1, func(f *E, accept []session.Accept) error {
			return b.bases.MultiExpResident(v.Field(), from, device, words(f), accept[0])
		})
		if err == nil {
			return &sums[0], nil
		}
		if !errors.Is(err, session.ErrOnCPU) {
			return nil, err
		}
	}
	scalars, err := v.Elements()
	if err != nil {
		return nil, err
	}
	return b.MultiExpRange(from, scalars, ecc.MultiExpConfig{})
}
