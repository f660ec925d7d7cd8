package engine

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Loading says how points are loaded.
type Loading struct {
	// Headroom is the memory, in bytes, that vectors take which are loaded later. No multiples of
	// the points are kept in so much of the device's memory for bases.
	Headroom uint64
	Made     *Made // has some of the points, if a device made them
	// Later: [Loaded.Multiply] begins the computation of multiples, behind other work.
	Later bool
	// InProof: MSMs over the points are parts of proofs. See [Config.ByTimes].
	InProof bool
}

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

// Load copies n points to the device. A dry run has their number only. Points that do not fit its
// memory stay where they are, and must not change before Close: each MSM sends the points that it
// needs. Whether they fit is decided once, here.
//
// Without [Config.Strict] Load fails for a closed engine only: bases that the device has no use
// for are bases that the CPU computes with. Bases too few for any MSM on the device are not
// loaded.
func (e *Engine) Load(g *cuda.Group, n int, points []byte, how Loading) (*Loaded, error) {
	l := &Loaded{engine: e, group: g, points: n, inProof: how.InProof}
	t := newTask("load", g, n).uncounted(basesNotLoaded)
	t.inProof = how.InProof
	err := e.attempt(t, func() error { return l.load(t, points, how) })
	if Optional(err) != nil {
		return nil, err
	}
	if err != nil {
		l.absent, _ = e.usable(t)
	}
	return l, nil
}

func (l *Loaded) load(t *task, points []byte, how Loading) error {
	e := l.engine
	e.awaitFreed()
	err := how.Made.use(e, l.group, points, how.Headroom, func(made *cuda.Vector) (err error) {
		l.bases, err = e.backend.Load(l.group, l.points, points, made, how.Headroom)
		return err
	})
	if err == nil && !how.Later {
		if err = e.backend.Multiply(l.bases); err != nil {
			err, l.bases = errors.Join(err, e.backend.Free(l.bases)), nil
		}
	}
	if err == nil {
		e.remember(l)
	}
	if !cuda.OutOfMemory(err) {
		return err
	}
	l.bases = nil
	if err := e.backend.ReserveHostBases(l.group, l.points); err != nil {
		return err
	}
	l.bases, l.onHost = e.backend.HostBases(l.group, l.points, points), true
	t.fields(e.logger().Info()).Str("reason", err.Error()).
		Msg("bases do not fit the device, their points are sent with each MSM")
	return nil
}

// Multiply begins the computation of multiples, in the background. It does nothing where the device
// is not used, nor a second time.
func (l *Loaded) Multiply() error {
	t := newTask("load", l.group, l.points).uncounted(basesNotLoaded)
	t.inProof = l.inProof
	return Optional(l.attempt(t, func() error { return l.engine.backend.Multiply(l.bases) }))
}
