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
// pages, or another one does. If it may lock them, unpin unlocks them, and locked says whether they
// are locked.
func (s *Sending[E]) begin(
	values []E, p *pages, lock []byte,
) (unpin func(), locked func() bool) {
	e := s.field.Engine()
	if _, ok := e.usable(s.field.task("witness", len(values))); !ok {
		if lock != nil {
			p.settle(notLocked)
		}
		return nil, nil
	}
	s.values, s.pages, s.lock = values, p, lock
	s.session = s.field.Session(len(values)).Until(s.ctx)
	s.known, s.over, s.done = make(chan int, 1), make(chan struct{}), make(chan struct{})
	s.end = sync.OnceFunc(func() { close(s.over) })
	go func() {
		defer close(s.done)
		if lock != nil {
			defer p.settle(notLocked) // unless they were locked
		}
		s.err = s.follow()
	}()
	if lock == nil {
		return nil, nil
	}
	field := s.field
	unpin = func() { // the close of the device does so otherwise
		_ = field.Free(len(values), func() error { return e.backend.Unpin(lock) })
	}
	return unpin, func() bool { return !e.life.over() && p.held() }
}

// tell says that the first n values will not change.
func (s *Sending[E]) tell(n int) {
	if s.session == nil {
		return
	}
	select {
	case <-s.known: // an earlier call, which nobody heard
	default:
	}
	s.known <- n
}

// next returns a number of values that are known, or false after the last one.
func (s *Sending[E]) next() (n int, ok bool) {
	select {
	case n = <-s.known:
		return n, true
	case <-s.over:
	}
	select {
	case n = <-s.known:
		return n, true
	default:
		return 0, false
	}
}

// follow sends the values. The error is [ErrOnCPU] unless it has sent all of them, or failed.
func (s *Sending[E]) follow() error {
	if s.lock == nil && !s.pages.wait(s.over) {
		return ErrOnCPU
	}
	select {
	case s.session.engine.ahead <- struct{}{}:
		defer func() { <-s.over; <-s.session.engine.ahead }()
	case <-s.over:
		return ErrOnCPU
	}
	n := len(s.values)
	var vector *cuda.Vector
	err := s.step(notLast, func(w *cuda.Workspace) (err error) {
		vector, err = s.room(w)
		return err
	})
	for sent := 0; sent < n && err == nil; {
		known, ok := s.next()
		if !ok {
			return ErrOnCPU
		}
		err = s.step(known == n, func(w *cuda.Workspace) error {
			w.UploadPinned(vector.Slice(sent, known), raw.Bytes(s.values[sent:known]))
			return nil
		})
		sent = known
	}
	if err == nil {
		s.vector = vector
	}
	return err
}

const notLast = false

// step does one step of the sending. The last one counts for all.
func (s *Sending[E]) step(last bool, do func(*cuda.Workspace) error) error {
	t := s.session.task("witness").uncounted(notSentAhead)
	if last {
		t.sends(s.field.Bytes(len(s.values)))
	}
	return s.session.run(t, do)
}

// room takes memory of the device, and locks that of the host.
func (s *Sending[E]) room(w *cuda.Workspace) (*cuda.Vector, error) {
	f, n := s.session.field, len(s.values)
	if !w.Leaves(f, n, s.needs) || !w.Room(f, n) {
		return nil, ErrNoRoom
	}
	if s.lock != nil {
		locked := s.session.engine.backend.Pin(s.lock) == nil
		if s.pages.settle(locked); !locked {
			return nil, ErrNoRoom
		}
	}
	return VectorIfRoom(w, f, n)
}

// Sent returns the values on a field's device and the session that has them, once. On [ErrOnCPU]
// they were not sent.
func (s *Sending[E]) Sent(f *Field, values []E) (*Session, *cuda.Vector, error) {
	if s == nil || s.session == nil || s.taken || len(values) != len(s.values) ||
		&values[0] != &s.values[0] || s.session.engine != f.Engine() {
		return nil, nil, ErrOnCPU
	}
	s.taken = true
	s.end()
	<-s.done
	if s.err != nil {
		return nil, nil, s.err
	}
	return s.session, s.vector, nil
}

// Close waits for copies under way, and clears and frees the vector. Nobody may use it any more.
func (s *Sending[E]) Close() error {
	if s == nil || s.session == nil {
		return nil
	}
	s.taken = true
	s.end()
	<-s.done
	return s.session.Close()
}
