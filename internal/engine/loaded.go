package engine

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Loaded is points as an engine has them. They are on the device. If they do not fit there they go
// to the device with each MSM, and if that is impossible too, the device has no part in them.
type Loaded struct {
	engine *Engine
	group  *cuda.Group
	points int
	life   lifetime
	bases  *cuda.Bases // nil if the device is not used for the points
	absent reason      // why bases is nil
	onHost bool        // the points did not fit the device

	inProof bool // MSMs over the points are parts of proofs
}

// Scalars says where the scalars of an MSM lie.
type Scalars = cuda.Location

// The places of scalars.
const (
	HostScalars   = cuda.OnHost
	DeviceScalars = cuda.OnDevice
)

// Ready loads a group's kernels for n points. Later a driver would wait for other work first.
func (e *Engine) Ready(g *cuda.Group, n int) error {
	t := newTask("kernels", g, n).uncounted(notWarmed)
	return Optional(e.attempt(t, func() error { return e.backend.Ready(g) }))
}

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

// Engine returns the engine.
func (l *Loaded) Engine() *Engine { return l.engine }

// Len returns the number of points.
func (l *Loaded) Len() int { return l.points }

// OnDevice says whether large enough MSMs over the points go to the device.
func (l *Loaded) OnDevice() bool {
	return l.bases != nil && !l.life.over() && l.engine.Unavailable() == nil
}

// Warm allocates the scratch memory of k MSMs at once, of n scalars each. So the first one need
// not. Statistics do not count it. It does nothing where the device is not used.
func (l *Loaded) Warm(n, k int, scalars Scalars) error {
	t := l.msms(n, k).uncounted(notWarmed)
	return Optional(l.attempt(t, func() error {
		return l.engine.backend.Warm(l.bases, n, k, scalars)
	}))
}

// Multiples returns the number of multiples of each point that the device has, or is to compute.
func (l *Loaded) Multiples() int {
	if l.bases == nil {
		return 0
	}
	return l.bases.Shape().Factor
}

// Multiply begins the computation of multiples, in the background. It does nothing where the device
// is not used, nor a second time.
func (l *Loaded) Multiply() error {
	t := newTask("load", l.group, l.points).uncounted(basesNotLoaded)
	t.inProof = l.inProof
	return Optional(l.attempt(t, func() error { return l.engine.backend.Multiply(l.bases) }))
}

// Close waits for the MSMs under way and frees the device's memory. Only the first Close does
// anything.
func (l *Loaded) Close() error {
	return l.life.close(func() error {
		if l.bases == nil {
			return nil
		}
		defer l.engine.forget(l)
		t := newTask("release", l.group, l.points)
		t.onFailure = basesNotReleased
		return l.engine.failedToRelease(t, l.engine.backend.Free(l.bases))
	})
}

// CheckRange fails unless n bases from the index from on are among nbBases. The error wraps
// [ErrRange].
func CheckRange(nbBases, from, n int) error {
	if from < 0 || n < 0 || n > nbBases-from {
		return fmt.Errorf("%w: %d from index %d on, of %d", ErrRange, n, from, nbBases)
	}
	return nil
}
