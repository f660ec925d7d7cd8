package engine

import (
	"errors"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

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
	var msms parallel.Tasks
	msms.Go(func() error {
		defer l.end()
		defer scalars.Close()
		start := time.Now()
		results, failed := l.engine.backend.MultiExpScalars(l.bases, from, scalars)
		return l.engine.outcome(t, start, l.accepted(t, results, failed, accept))
	})
	return msms.Wait
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

// StartIn begins an MSM with each vector over the bases from an index on. The vectors are a
// session's, on the device. See [Session.Start], also for [ErrOnCPU].
func (b *Bases[P, E]) StartIn(
	s *Session, from int, vectors ...*cuda.Vector,
) (wait func() ([]P, error)) {
	msms, accept := b.group.accepting(len(vectors))
	ended := s.Start(b.loaded, from, vectors, accept)
	return func() ([]P, error) {
		if err := ended(); err != nil {
			return nil, err
		}
		return msms, nil
	}
}
