package engine

import (
	"errors"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Accept takes over the result of an MSM. It returns an error that wraps [ErrInvalidResult] if
// the result cannot be right.
type Accept func(*cuda.Result) error

// Bring returns n points that go to the device with each MSM.
func (e *Engine) Bring(g *cuda.Group, n int, points []byte) *Loaded {
	why, ok := e.usable(newTask("MSM", g, n))
	l := &Loaded{engine: e, group: g, points: n, absent: why}
	if ok {
		l.bases = e.backend.HostBases(g, n, points)
	}
	return l
}

// MultiExp computes an MSM for each vector, over the points from an index on. There are points for
// all scalars. Each result is accepted by itself. The error is nil, [ErrOnCPU], [ErrElsewhere],
// [ErrClosed] or the failure of a strict engine.
func (l *Loaded) MultiExp(from int, vectors [][]byte, accept []Accept) error {
	t := l.msms(0, len(vectors))
	for _, scalars := range vectors {
		t.size += len(scalars) / l.group.ScalarBytes()
	}
	if err := l.enter(t); err != nil {
		return err
	}
	defer l.end()
	start := time.Now()
	results, err := l.engine.backend.MultiExp(l.bases, from, vectors)
	return l.engine.outcome(t, start, l.accepted(t, results, err, accept))
}

// accepted has results accepted, unless there was an error. The first one has the report. Points
// that gave a result which is no point of the curve are loaded anew, for damage to them may be why.
func (l *Loaded) accepted(t *task, results []*cuda.Result, err error, accept []Accept) error {
	if err != nil {
		return err
	}
	if len(results) != len(accept) {
		return fmt.Errorf("%w: %d for %d MSMs", ErrInvalidResult, len(results), len(accept))
	}
	for i, accept := range accept {
		if err := accept(results[i]); errors.Is(err, ErrInvalidResult) {
			return errors.Join(err, l.engine.backend.Reload(l.bases))
		} else if err != nil {
			return err
		}
	}
	t.report = &results[0].Report
	return nil
}

// Start begins MSMs over points from an index on, each accepted by itself. Their scalars are
// vectors that the session's computations left on the device. Start returns at once; wait waits
// for the MSMs, and may be called again. Computations of the session that come in between may read
// these vectors, and must not write them.
//
// On [ErrOnCPU] the MSMs are not there: the caller fetches the vectors, if the session still has
// them, and then the MSMs are as any others. They are counted then, and not here. A failure of
// an MSM does not end the session.
func (s *Session) Start(
	l *Loaded, from int, vectors []*cuda.Vector, accept []Accept,
) (wait func() error) {
	if err := l.begin(); err != nil {
		return func() error { return err }
	}
	t := l.msms(0, len(accept)).uncounted(msmsBegunAgain)
	scalars, err := s.lendTo(t, l, from, vectors)
	if err != nil {
		l.end()
		return func() error { return err }
	}
	t.size = scalars.Total()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer l.end()
		defer scalars.Close()
		start := time.Now()
		results, failed := l.engine.backend.MultiExpScalars(l.bases, from, scalars)
		err = l.engine.outcome(t, start, l.accepted(t, results, failed, accept))
	}()
	return func() error {
		<-ended
		return err
	}
}

// Lend lends vectors that the session's computations left on the device. They have to be closed
// before the session is. On [ErrOnCPU] it has none.
func (s *Session) Lend(vectors ...*cuda.Vector) (*cuda.Scalars, error) {
	return s.lend(s.task("lending"), vectors)
}

func (s *Session) lend(t *task, vectors []*cuda.Vector) (*cuda.Scalars, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err := cuda.Stopped(s.ctx); err != nil {
		return nil, err
	}
	if !s.begun() {
		return nil, ErrOnCPU
	}
	scalars, err := s.workspace.Scalars(vectors...)
	if err == nil {
		scalars.Bits = s.bits
	}
	if errors.Is(err, cuda.ErrStopped) {
		return nil, s.endOnError(err)
	}
	if err != nil {
		t.onFailure = deviceFailed
		return nil, s.engine.fail(t, s.endOnError(err))
	}
	return scalars, nil
}

// lendTo lends the vectors to an MSM. [ErrOnCPU] says that they, or the points, are not on the
// device.
func (s *Session) lendTo(
	t *task, l *Loaded, from int, vectors []*cuda.Vector,
) (*cuda.Scalars, error) {
	if err := cuda.Stopped(s.ctx); err != nil {
		return nil, err
	}
	if s.engine.lost.Load() != nil {
		return nil, s.engine.leaveToCPU(t, failure)
	}
	if l.bases == nil {
		return nil, ErrOnCPU
	}
	scalars, err := s.lend(t, vectors)
	if err != nil {
		return nil, err
	}
	if err := CheckRange(l.points, from, scalars.Len()); err != nil {
		scalars.Close()
		return nil, err
	}
	return scalars, nil
}
