//go:build cuda && linux && (amd64 || arm64)

package driver

import "unsafe"

// Stream is a queue of work on a device. Work in one stream runs in order, work in different streams at the same time.
// 0 is the context's default stream.
type Stream uintptr

// NewStream makes a stream that does not wait for the default stream.
func (t *Thread) NewStream() (Stream, error) {
	const nonBlocking = 1
	var s Stream
	err := t.call(cuStreamCreate, uintptr(unsafe.Pointer(&s)), nonBlocking)
	return s, err
}

// DestroyStream destroys a stream; its work still runs to the end.
func (t *Thread) DestroyStream(s Stream) error { return t.call(cuStreamDestroy, uintptr(s)) }

// Synchronize waits until all work of a stream has run. [Context.Wait] is cheaper for those who recorded an event.
func (t *Thread) Synchronize(s Stream) error { return t.call(cuStreamSynchronize, uintptr(s)) }

// Idle reports whether all work of a stream has run, without waiting.
func (t *Thread) Idle(s Stream) (bool, error) {
	err := t.call(cuStreamQuery, uintptr(s))
	if hasCode(err, codeNotReady) {
		return false, nil
	}
	return err == nil, err
}

// StreamWait makes what follows in the stream wait for the event, as last recorded. It returns at once.
func (t *Thread) StreamWait(s Stream, e Event) error {
	const flags = 0
	return t.call(cuStreamWaitEvent, uintptr(s), uintptr(e), flags)
}
