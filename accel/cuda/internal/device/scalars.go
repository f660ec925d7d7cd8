package device

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// ErrOtherField: a vector is of another field, or on another device.
var ErrOtherField = errors.New("a vector of another field or device")

// Scalars are vectors on the device that are lent to MSMs, in Montgomery form.
//
// Work that was queued before the loan may still write the vectors: an event tells when they are
// complete. Work that is queued later may read them while MSMs run, and must not write them before
// Close. A vector, and its workspace, cannot be closed before that either: their Close waits.
type Scalars struct {
	Context context.Context // once it is cancelled MSMs with the scalars fail with [ErrStopped]
	Device  *Device         // that they are on
	Field   string          // name of the vectors' field
	Spans   []Span          // the vectors
	Bits    int             // of the longest scalar, or 0 for as many as the field has
	Ready   driver.Event    // at which they are complete
	Release func()          // called by Close, unless it is nil
	once    sync.Once
}

// Span is a vector of elements in device memory.
type Span struct {
	Allocation driver.Ptr // begin of the memory that holds it
	At         driver.Ptr
	Count      int
}

// Close says that no MSM with the scalars runs, and that none will begin. A second Close does
// nothing.
func (s *Scalars) Close() {
	s.once.Do(func() {
		if s.Release != nil {
			s.Release()
		}
	})
}

// Len returns the number of scalars of the longest vector.
func (s *Scalars) Len() (n int) {
	for _, v := range s.Spans {
		n = max(n, v.Count)
	}
	return n
}

// Total returns the number of scalars of all vectors.
func (s *Scalars) Total() (n int) {
	for _, v := range s.Spans {
		n += v.Count
	}
	return n
}

// Check returns [ErrOtherField] unless the scalars are on the device and of the right curve. The
// kernels of that curve have the prefix.
func (s *Scalars) Check(d *Device, prefix string) error {
	if len(s.Spans) > 0 && (s.Device != d || CurveOf(s.Field) != CurveOf(prefix)) {
		return ErrOtherField
	}
	return nil
}

// ErrStopped: nobody waits for a computation any more. Errors that wrap it wrap the cause as well.
var ErrStopped = errors.New("stopped")

// Stopped returns an error that wraps [ErrStopped] once the context is cancelled, and nil before.
func Stopped(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrStopped, context.Cause(ctx))
}
