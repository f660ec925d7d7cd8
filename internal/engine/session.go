package engine

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Session is a sequence of computations with vectors of n elements. Each finds on the device
// the vectors that earlier ones left there. Once one of them is left to the CPU, so are all that
// follow. It is safe for concurrent use; one computation runs at a time.
type Session struct {
	engine *Engine
	field  *cuda.Field
	n      int
	ctx    context.Context // ends the session

	inProof bool // its computations are parts of a proof
	bits    int  // of scalars for MSMs, or 0 for as many as the field has

	// take takes all memory that the session needs; nil for one that takes it as it goes.
	take func(*cuda.Workspace) error

	mutex     sync.Mutex // guards the fields below, and is held during a computation
	leave     func()     // ends the admission; nil while there is none
	workspace *cuda.Workspace
	giveBack  func() error // ends the workspace; nil while there is none
	ended     bool
	why       reason // of the end
}

// Session returns a session, which has to be closed. It takes nothing of the device before its
// first computation.
func (f *Field) Session(n int) *Session {
	return &Session{
		engine: f.Engine(), field: f.descriptor, n: n, ctx: context.Background(), why: failure,
		inProof: f.inProof,
	}
}

// Until has computations and MSMs fail with [cuda.ErrStopped] once the context is cancelled. That
// is no failure of the device, and nothing is left to the CPU then.
func (s *Session) Until(ctx context.Context) *Session {
	s.ctx = ctx
	return s
}

// Short says that scalars for MSMs have no more bits than given, of which MSMs make use. Longer
// ones give wrong results.
func (s *Session) Short(bits int) *Session {
	s.bits = bits
	return s
}

// Taking sets the function that takes the session's memory before its first computation.
//
// Where other sessions have that memory, take fails. It is called again once they have ended, and
// single computations too, and none of these begins before the session has ended. So proofs take
// turns if the memory suffices for one at a time. The holder of such a session must not ask for a
// second one, nor for a single computation.
func (s *Session) Taking(take func(*cuda.Workspace) error) *Session {
	s.take = take
	return s
}

// Compute is [Field.Compute] with the session's workspace. When it returns, operations that
// compute queued may not have run yet: a later computation, or Close, has their failures.
func (s *Session) Compute(what string, bytesUp uint64, compute func(*cuda.Workspace) error) error {
	return s.run(s.task(what).sends(bytesUp), compute)
}

// FewCopies says that its device's copies are slow, and few are better.
func (s *Session) FewCopies() bool {
	return s.engine.backend != nil && s.engine.backend.FewCopies()
}

// run is Compute for a task.
func (s *Session) run(t *task, compute func(*cuda.Workspace) error) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	e := s.engine
	if err := e.life.begin(); err != nil {
		return err
	}
	defer e.life.end()
	if err := cuda.Stopped(s.ctx); err != nil {
		return err
	}
	if why, ok := e.usable(t); !ok && !s.ended {
		s.ended, s.why = true, why
	}
	if s.ended {
		return e.leaveToCPU(t, s.why)
	}
	return e.outcome(t, time.Now(), s.endOnError(s.compute(compute)))
}

// endOnError ends the session unless err is nil. A lack of room is hidden by a failure to end.
func (s *Session) endOnError(err error) error {
	if err == nil {
		return nil
	}
	s.ended = true
	if !errors.Is(err, ErrNoRoom) {
		return errors.Join(err, s.end())
	}
	s.why = noRoom
	if failed := s.end(); failed != nil {
		return failed
	}
	return ErrNoRoom
}

// Begun says whether the session has vectors on the device: a computation was begun, and none
// has failed.
func (s *Session) Begun() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.begun()
}

// begun is Begun for a caller that holds the mutex.
func (s *Session) begun() bool { return s.giveBack != nil && !s.ended }

func (s *Session) compute(f func(*cuda.Workspace) error) (err error) {
	switch {
	case s.giveBack != nil: // it has begun
	case s.take == nil:
		err = s.begin()
	default:
		s.leave, err = s.engine.admit(s.ctx, s.begin)
	}
	if err != nil {
		return err
	}
	return cmp.Or(f(s.workspace), s.workspace.Err()) // its queued work may have failed
}

// begin takes a workspace and the session's memory.
func (s *Session) begin() (err error) {
	if s.workspace, s.giveBack, err = s.engine.backend.Begin(s.ctx); err != nil {
		return err
	}
	s.engine.remember(s)
	if s.take == nil {
		return nil
	}
	if err = s.take(s.workspace); err == nil {
		return nil
	}
	if failed := s.endWorkspace(); failed != nil {
		return failed
	}
	return err
}

// Close clears the session's vectors and gives their memory back. Only the first Close does
// anything.
func (s *Session) Close() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.ended = true
	return s.engine.released(s.field, s.n, s.end())
}

// endWorkspace gives the workspace back.
func (s *Session) endWorkspace() (err error) {
	if s.giveBack != nil {
		err = s.giveBack()
		s.workspace, s.giveBack = nil, nil
		s.engine.forget(s)
	}
	return err
}

// end gives the workspace back and leaves.
func (s *Session) end() error {
	err := s.endWorkspace()
	if s.leave != nil {
		s.leave()
		s.leave = nil
	}
	return err
}
