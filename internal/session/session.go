package session

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Session is a sequence of computations about vectors of n elements, each of which finds on the device what those before it
// left there. Once one of them is left to the CPU so are all that follow. It is safe for concurrent use; one computation
// runs at a time.
type Session struct {
	engine *Engine
	field  *cuda.Field
	n      int

	// take takes all memory that the session needs; nil for a session that takes it as it goes.
	take func(*cuda.Workspace) error

	mutex     sync.Mutex
	leave     func() // the session's turn; nil while it has none
	workspace *cuda.Workspace
	giveBack  func() error // the workspace; nil while there is none
	ended     bool
	why       reason // for the CPU to compute, after the end
}

// ErrNoRoom ends a session without being a failure: its computation, which returns it as it is, is one that the device does
// only where there is room, and that is not counted where there is none.
var ErrNoRoom = errors.New("accel: no room on the device")

// Session returns a session, which has to be closed. It takes nothing of the device before its first computation.
func (d *Engine) Session(field *cuda.Field, n int) *Session {
	return &Session{engine: d, field: field, n: n, why: failure}
}

// Taking sets what takes the memory that the session needs, before its first computation. Where others have that memory, take
// fails and is called again once they have ended, those who take memory in this way and single computations, and none of
// these begins before the session has ended. So the sessions of proofs for which there is room one at a time take turns. Who
// has such a session open must not ask for another one, or for a single computation.
func (s *Session) Taking(take func(*cuda.Workspace) error) *Session {
	s.take = take
	return s
}

// Compute is [Engine.Compute] with the session's workspace. When it returns what f queued may not have run yet: a later
// computation, or the end of the session, has its failures.
func (s *Session) Compute(what string, bytesUp uint64, f func(*cuda.Workspace) error) (done bool, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	d := s.engine
	d.running.RLock()
	defer d.running.RUnlock()
	if d.closed.Load() {
		return false, ErrClosed
	}
	t := newComputation(what, s.field, s.n)
	if why, ok := d.usable(s.n); !ok && !s.ended {
		s.ended, s.why = true, why
	}
	if s.ended {
		return false, d.leaveToCPU(t, s.why)
	}
	start := time.Now()
	err = s.run(f)
	if err == ErrNoRoom {
		s.ended, s.why = true, noRoom
		if err := s.end(); err != nil {
			return false, d.fail(t, "vectors not released", err)
		}
		d.logOnCPU(t, noRoom)
		return false, nil
	}
	if err != nil {
		s.ended = true
		if errors.Is(err, ErrClosed) {
			return false, errors.Join(ErrClosed, s.end())
		}
		if err := d.fail(t, deviceFailed, errors.Join(err, s.end())); err != nil {
			return false, err
		}
		return false, d.leaveToCPU(t, failure)
	}
	d.counters.of(t).onDevice(t)
	d.counters.bytesUp.Add(bytesUp)
	d.logComputed(t, time.Since(start))
	return true, nil
}

// Begun says whether the session has something on the device: its first computation was begun, and none has failed.
func (s *Session) Begun() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.giveBack != nil && !s.ended
}

func (s *Session) run(f func(*cuda.Workspace) error) (err error) {
	if s.giveBack == nil {
		if err := s.begin(); err != nil {
			return err
		}
	}
	return f(s.workspace)
}

// begin takes a workspace and the memory that the session needs: beside others, or else alone.
func (s *Session) begin() (err error) {
	if s.take == nil {
		return s.takeWorkspace()
	}
	if s.leave, err = s.engine.turns.share(); err != nil {
		return err
	}
	if err := s.takeAll(); !tooLarge(err) {
		return err
	}
	if err := s.end(); err != nil {
		return err
	}
	if s.leave, err = s.engine.turns.takeAlone(); err != nil {
		return err
	}
	return s.takeAll()
}

func (s *Session) takeAll() error {
	if err := s.takeWorkspace(); err != nil {
		return err
	}
	return s.take(s.workspace)
}

func (s *Session) takeWorkspace() (err error) {
	if s.workspace, s.giveBack, err = s.engine.backend.Begin(); err != nil {
		return err
	}
	s.engine.rememberSession(s)
	return nil
}

// Close ends the session: what it has on the device is cleared and given back. Only the first Close does anything.
func (s *Session) Close() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.ended = true
	err := s.end()
	if lost := s.engine.lost.Load() != nil; err != nil && !lost {
		return s.engine.fail(newComputation("release", s.field, s.n), "vectors not released", err)
	}
	return nil
}

// end gives the workspace and the turn back.
func (s *Session) end() (err error) {
	if s.giveBack != nil {
		err = s.giveBack()
		s.workspace, s.giveBack = nil, nil
		s.engine.forgetSession(s)
	}
	if s.leave != nil {
		s.leave()
		s.leave = nil
	}
	return err
}

func (d *Engine) allSessions() []*Session {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Collect(maps.Keys(d.sessions))
}

func (d *Engine) rememberSession(s *Session) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sessions[s] = struct{}{}
}

func (d *Engine) forgetSession(s *Session) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.sessions, s)
}
