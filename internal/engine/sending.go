package engine

import (
	"context"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Sending sends a vector to a device while a solver computes its elements: the part of a [Follower]
// for that device.
//
// The elements go straight from the solver's memory, whose pages are locked for that. An engine
// sends one vector ahead at a time: it takes memory before its proof has its turn. Without room,
// or without pages, nothing is sent. Nil never sends anything.
type Sending[E any] struct {
	field *Field
	ctx   context.Context
	needs uint64 // bytes on the device that it leaves to its proof

	// Of the vector, from begin on.
	values  []E
	pages   *pages
	lock    []byte // the memory whose pages it locks; nil if it does not
	session *Session
	vector  *cuda.Vector  // once all elements were sent
	known   chan int      // has the latest call of tell
	end     func()        // closes over
	over    chan struct{} // the proof begins, or never will
	done    chan struct{} // closed when nothing more is sent
	err     error         // after done
	taken   bool
}

// begin begins to send values. Each goes as soon as it is known and its turn comes. It locks their
// pages, or another one does. If it may lock them, unpin unlocks them.
func (a *Sending[E]) begin(values []E, p *pages, lock []byte) (unpin func()) {
	e := a.field.on()
	if _, ok := e.usable(a.field.task("witness", len(values))); !ok || a.session != nil {
		if lock != nil {
			p.settle(false)
		}
		return nil
	}
	a.values, a.pages, a.lock = values, p, lock
	a.session = a.field.Session(len(values)).Until(a.ctx)
	a.known, a.over, a.done = make(chan int, 1), make(chan struct{}), make(chan struct{})
	a.end = sync.OnceFunc(func() { close(a.over) })
	go func() {
		defer close(a.done)
		if lock != nil {
			defer p.settle(false) // unless they were locked
		}
		a.err = a.follow()
	}()
	if lock == nil {
		return nil
	}
	return func() { // the close of the device does so otherwise
		_ = a.field.Free(len(values), func() error { return e.backend.Unpin(lock) })
	}
}

// tell says that the first n values will not change.
func (a *Sending[E]) tell(n int) {
	if a.session == nil {
		return
	}
	select {
	case <-a.known: // an earlier call, which nobody heard
	default:
	}
	a.known <- n
}

// next returns a number of values that are known, or false after the last one.
func (a *Sending[E]) next() (n int, ok bool) {
	select {
	case n = <-a.known:
		return n, true
	case <-a.over:
	}
	select {
	case n = <-a.known:
		return n, true
	default:
		return 0, false
	}
}

// follow sends the values. The error is [ErrOnCPU] unless it has sent all of them, or failed.
func (a *Sending[E]) follow() error {
	if a.lock == nil && !a.pages.wait(a.over) {
		return ErrOnCPU
	}
	select {
	case a.session.engine.ahead <- struct{}{}:
		defer func() { <-a.over; <-a.session.engine.ahead }()
	case <-a.over:
		return ErrOnCPU
	}
	n := len(a.values)
	var vector *cuda.Vector
	err := a.step(false, func(w *cuda.Workspace) (err error) {
		vector, err = a.room(w)
		return err
	})
	for sent := 0; sent < n && err == nil; {
		known, ok := a.next()
		if !ok {
			return ErrOnCPU
		}
		err = a.step(known == n, func(w *cuda.Workspace) error {
			w.UploadPinned(vector.Slice(sent, known), raw.Bytes(a.values[sent:known]))
			return nil
		})
		sent = known
	}
	if err == nil {
		a.vector = vector
	}
	return err
}

// step does one step of the sending. The last one counts for all.
func (a *Sending[E]) step(last bool, do func(*cuda.Workspace) error) error {
	t := a.session.task("witness").uncounted(notSentAhead)
	if last {
		t.sends(a.field.Bytes(len(a.values)))
	}
	return a.session.run(t, do)
}

// room takes memory of the device, and locks that of the host.
func (a *Sending[E]) room(w *cuda.Workspace) (*cuda.Vector, error) {
	f, n := a.session.field, len(a.values)
	if !w.Leaves(f, n, a.needs) || !w.Room(f, n) {
		return nil, ErrNoRoom
	}
	if a.lock != nil {
		locked := a.session.engine.backend.Pin(a.lock) == nil
		if a.pages.settle(locked); !locked {
			return nil, ErrNoRoom
		}
	}
	return VectorIfRoom(w, f, n)
}

// Sent returns the values on a field's device and the session that has them, once. On [ErrOnCPU]
// they were not sent.
func (a *Sending[E]) Sent(f *Field, values []E) (*Session, *cuda.Vector, error) {
	if a == nil || a.session == nil || a.taken || len(values) != len(a.values) ||
		&values[0] != &a.values[0] || a.session.engine != f.on() {
		return nil, nil, ErrOnCPU
	}
	a.taken = true
	a.end()
	<-a.done
	if a.err != nil {
		return nil, nil, a.err
	}
	return a.session, a.vector, nil
}

// Close waits for copies under way, and clears and frees the vector. Nobody may use it any more.
func (a *Sending[E]) Close() error {
	if a == nil || a.session == nil {
		return nil
	}
	a.taken = true
	a.end()
	<-a.done
	return a.session.Close()
}
