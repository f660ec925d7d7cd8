package driver

import "unsafe"

// Queue queues work in a stream. Its calls return before the work has run. After one that failed
// the later ones do nothing, and Err returns the failure.
type Queue struct {
	thread *Thread
	stream Stream
	err    error
}

// Queue returns a queue in which nothing has failed.
func (t *Thread) Queue(s Stream) *Queue { return &Queue{thread: t, stream: s} }

// Queue is [Context.Do] for work in one stream.
func (c *Context) Queue(s Stream, f func(q *Queue)) error {
	return c.Do(func(t *Thread) error {
		q := t.Queue(s)
		f(q)
		return q.err
	})
}

// Finish waits until the work that is in a stream has run. The event, which is of kind [Waking],
// marks its end.
func (c *Context) Finish(s Stream, e Event) error {
	if err := c.Queue(s, func(q *Queue) { q.Record(e) }); err != nil {
		return err
	}
	return c.Wait(e)
}

// Err returns the first failure, or nil.
func (q *Queue) Err() error { return q.err }

// call calls an entry point. The pragma is that of Library.call.
//
//go:uintptrescapes
func (q *Queue) call(s symbol, args ...uintptr) {
	if q.err == nil {
		q.err = q.thread.invoke(s, args)
	}
}

// NewEvent makes an event, which is 0 after a failure.
func (q *Queue) NewEvent(kind EventKind) (e Event) {
	if q.err == nil {
		e, q.err = q.thread.NewEvent(kind)
	}
	return e
}

// Record puts the event behind the work that is in the stream now.
func (q *Queue) Record(e Event) { q.call(cuEventRecord, uintptr(e), uintptr(q.stream)) }

// Wait makes all later work of the stream wait for the event, as last recorded.
func (q *Queue) Wait(e Event) {
	const flags = 0
	q.call(cuStreamWaitEvent, uintptr(q.stream), uintptr(e), flags)
}

// After makes later work of the stream wait for all present work of another. The event marks the
// end of that work.
func (q *Queue) After(other Stream, e Event) {
	q.call(cuEventRecord, uintptr(e), uintptr(other))
	q.Wait(e)
}

// Memset32 sets count 32-bit words from p on to value. p is aligned to 4 bytes.
func (q *Queue) Memset32(p Ptr, value uint32, count uint64) {
	if count > 0 {
		q.call(cuMemsetD32Async, uintptr(p), uintptr(value), uintptr(count), uintptr(q.stream))
	}
}

// CopyIn copies src to the device. From pinned or registered memory it returns at once; from other
// memory the driver may copy through a buffer of its own first. In both cases src must stay alive
// and unchanged until an event recorded behind the copy has happened.
func (q *Queue) CopyIn(dst Ptr, src []byte) {
	if len(src) > 0 {
		q.call(cuMemcpyHtoDAsync, uintptr(dst),
			uintptr(unsafe.Pointer(unsafe.SliceData(src))), uintptr(len(src)), uintptr(q.stream))
	}
}

// CopyOut copies from the device to dst, until it is full. dst must stay alive. Its content is
// defined, as in [Queue.CopyIn], once an event recorded behind the copy has happened.
func (q *Queue) CopyOut(dst []byte, src Ptr) {
	if len(dst) > 0 {
		q.call(cuMemcpyDtoHAsync, uintptr(unsafe.Pointer(unsafe.SliceData(dst))),
			uintptr(src), uintptr(len(dst)), uintptr(q.stream))
	}
}

// CopyWithin copies n bytes from one place of the device to another. The two must not overlap.
func (q *Queue) CopyWithin(dst, src Ptr, n uint64) {
	if n > 0 {
		q.call(cuMemcpyDtoDAsync, uintptr(dst), uintptr(src), uintptr(n), uintptr(q.stream))
	}
}
