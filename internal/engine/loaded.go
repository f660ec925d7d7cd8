package engine

import (
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
