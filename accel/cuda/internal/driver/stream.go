package driver

import (
	"time"
	"unsafe"
)

// Stream is a queue of work on a device. Work in one stream runs in order, work in different
// streams at the same time. 0 is the context's default stream.
type Stream uintptr

// NewStream makes a stream that does not wait for the default stream. Its work goes before that of
// background streams.
func (t *Thread) NewStream() (Stream, error) { return t.newStream(-1) }

// NewBackgroundStream makes a stream for work that has time.
func (t *Thread) NewBackgroundStream() (Stream, error) { return t.newStream(0) }

// newStream makes a stream of a priority: lower numbers go first, and 0 is the last.
func (t *Thread) newStream(priority int32) (s Stream, err error) {
	const nonBlocking = 1
	err = t.call(cuStreamCreate, uintptr(unsafe.Pointer(&s)), nonBlocking, uintptr(priority))
	return s, err
}

// DestroyStream destroys a stream; its work still runs to the end. It lets 0 pass.
func (t *Thread) DestroyStream(s Stream) error {
	if s == 0 {
		return nil
	}
	return t.call(cuStreamDestroy, uintptr(s))
}

// Synchronize waits until all work of a stream has run. [Context.Wait] is cheaper for callers that
// recorded an event.
func (t *Thread) Synchronize(s Stream) error { return t.call(cuStreamSynchronize, uintptr(s)) }

// Event is a mark in a stream that one can wait for.
type Event uintptr

// EventKind is the use of an event, beside [Queue.Wait] and [Thread.Done].
type EventKind uintptr

const (
	// Ordering is for nothing else, and costs least.
	Ordering EventKind = eventDisableTiming
	// Timing is for [Thread.Elapsed].
	Timing EventKind = 0
	// Waking is for [Context.Wait]: when it happens the device interrupts a processor, which wakes
	// the thread that waits. With another kind the thread would be busy all the time.
	Waking EventKind = eventBlockingSync | eventDisableTiming
)

// Flags of cuEventCreate.
const (
	eventBlockingSync  = 1
	eventDisableTiming = 2
)

// NewEvent makes an event.
func (t *Thread) NewEvent(kind EventKind) (Event, error) {
	var e Event
	err := t.call(cuEventCreate, uintptr(unsafe.Pointer(&e)), uintptr(kind))
	return e, err
}

// DestroyEvent destroys an event, which nobody may wait for any more. It lets 0 pass.
func (t *Thread) DestroyEvent(e Event) error {
	if e == 0 {
		return nil
	}
	return t.call(cuEventDestroy, uintptr(e))
}

// Done reports whether the event has happened, without waiting.
func (t *Thread) Done(e Event) (bool, error) {
	err := t.call(cuEventQuery, uintptr(e))
	if hasCode(err, codeNotReady) {
		return false, nil
	}
	return err == nil, err
}

// Elapsed returns the time between two events, to about half a microsecond. Both have timing and
// have happened.
func (t *Thread) Elapsed(a, b Event) (time.Duration, error) {
	var milliseconds float32
	err := t.call(cuEventElapsedTime, uintptr(unsafe.Pointer(&milliseconds)),
		uintptr(a), uintptr(b))
	return time.Duration(float64(milliseconds) * float64(time.Millisecond)), err
}
