package multiexp

import (
	"context"
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// MultiExp returns Σ scalars[i]·points[i], with gnark-crypto's errors for wrong input. Other
// errors are [session.ErrClosed] and the failures of a strict engine.
func (g *Group[P, E]) MultiExp(points []P, scalars []E, config ecc.MultiExpConfig) (*P, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if err := CheckInput(len(points), len(scalars), config); err != nil {
		return nil, err
	}
	return g.bring(points, true).MultiExpRange(0, scalars, config)
}

// MultiExpVector returns the sum over points on the host with a vector of scalars of that length.
func (g *Group[P, E]) MultiExpVector(points []P, v Vector[E]) (*P, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if v == nil {
		return nil, session.ErrNotMade
	}
	if err := CheckInput(len(points), v.Len(), ecc.MultiExpConfig{}); err != nil {
		return nil, err
	}
	return g.bring(points, v.OnDevice() == nil).MultiExpVector(0, v)
}

// CheckInput returns the errors that gnark-crypto's MultiExp returns for the same input, word for
// word. So callers see them whether or not the MSM would have gone to the device.
func CheckInput(nbPoints, nbScalars int, config ecc.MultiExpConfig) error {
	if nbPoints != nbScalars {
		return errors.New("len(points) != len(scalars)")
	}
	if config.NbTasks > 1024 {
		return errors.New("invalid config: config.NbTasks > 1024")
	}
	return nil
}

// bring returns points as bases for one sum, with which they go to a device, or to several.
func (g *Group[P, E]) bring(points []P, several bool) *Bases[P, E] {
	parts := []devices.Part{{Device: devices.Anywhere, To: len(points)}}
	if several {
		parts = g.set().Parts(g.descriptor, len(points), true)
	}
	return g.over(PointsOf(points), parts, true,
		func(e *session.Engine, some Points[P]) (*session.Loaded, error) {
			return e.Bring(g.descriptor, some.Number, driver.Bytes(some.Slice)), nil
		})
}

// over returns bases of parts that load loads as they are used, or brings along with each sum.
func (g *Group[P, E]) over(
	points Points[P], parts []devices.Part, brought bool,
	load func(*session.Engine, Points[P]) (*session.Loaded, error),
) *Bases[P, E] {
	b := &Bases[P, E]{group: g, set: g.set(), points: points}
	for _, p := range parts {
		some := points.part(p.From, p.To)
		b.parts = append(b.parts, part{p, devices.NewPart(b.set, p, brought,
			func(e *session.Engine) (*session.Loaded, error) { return load(e, some) })})
	}
	return b
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

// checkScalars returns an error unless there are bases for all scalars, from an index on.
func (b *Bases[P, E]) checkScalars(from int, vectors [][]E, config ecc.MultiExpConfig) error {
	if err := b.check(); err != nil {
		return err
	}
	for _, v := range vectors {
		if err := session.CheckRange(b.Len(), from, len(v)); err != nil {
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
	if v == nil {
		return nil, session.ErrNotMade
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

// StartIn begins a sum over whole bases from an index on for each of some vectors. The vectors are
// a session's, on the device. See [session.Session.Start], also for [session.ErrOnCPU].
func (b *Bases[P, E]) StartIn(
	s *session.Session, from int, vectors ...*cuda.Vector,
) (wait func() ([]P, error)) {
	sums, accept := b.group.sums(len(vectors))
	ended := s.Start(b.Bases(), from, vectors, accept)
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
