package device

import (
	"context"
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// ErrOtherField: a vector is of another field, or on another device.
var ErrOtherField = errors.New("a vector of another field or device")

// Scalars are vectors on the device that are lent to MSMs, in Montgomery form.
//
// Work that was queued before the loan may still write the vectors: an event tells when they are
// complete. Work that is queued later may read them while MSMs run, and must not write them before
// Close. A vector, and its workspace, cannot be closed before that either: their Close waits.
type Scalars struct {
	ctx     context.Context
	device  *Device
	field   string // name of the vectors' field
	spans   []Span
	ready   driver.Event
	release func()
	once    sync.Once
}

// Span is a vector of elements in device memory.
type Span struct {
	Allocation driver.Ptr // begin of the memory that holds it
	At         driver.Ptr
	Count      int
}

// NewScalars lends vectors of a field, which are complete at the event. Close calls release. Once
// the context is cancelled MSMs with them fail with [ErrStopped].
func NewScalars(
	ctx context.Context, d *Device, field string, spans []Span, ready driver.Event,
	release func(),
) *Scalars {
	return &Scalars{
		ctx: ctx, device: d, field: field, spans: spans, ready: ready, release: release,
	}
}

// Context is that of the MSMs with the scalars.
func (s *Scalars) Context() context.Context { return s.ctx }

// Close says that no MSM with the scalars runs, and that none will begin. A second Close does
// nothing.
func (s *Scalars) Close() {
	s.once.Do(func() {
		if s.release != nil {
			s.release()
		}
	})
}

// Len returns the number of scalars of the longest vector.
func (s *Scalars) Len() (n int) {
	for _, v := range s.spans {
		n = max(n, v.Count)
	}
	return n
}

// Total returns the number of scalars of all vectors.
func (s *Scalars) Total() (n int) {
	for _, v := range s.spans {
		n += v.Count
	}
	return n
}

// Spans returns the vectors.
func (s *Scalars) Spans() []Span { return s.spans }

// Ready is the event at which the scalars are complete.
func (s *Scalars) Ready() driver.Event { return s.ready }

// Lender is the device that the scalars are on.
func (s *Scalars) Lender() *Device { return s.device }

// Usable says whether the device still answers, as far as that is known.
func (s *Scalars) Usable() bool { return s.device.Context.Lost() == nil }

// Field is the name of the vectors' field.
func (s *Scalars) Field() string { return s.field }

// Check returns [ErrOtherField] unless the scalars are on the device and of the right curve. The
// kernels of that curve have the prefix.
func (s *Scalars) Check(d *Device, prefix string) error {
	if len(s.spans) > 0 && (s.device != d || CurveOf(s.field) != CurveOf(prefix)) {
		return ErrOtherField
	}
	return nil
}
