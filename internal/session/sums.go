package session

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Accept takes over the result of an MSM. It returns an error that wraps [ErrInvalidResult] if
// the result cannot be right.
type Accept func(*cuda.Result) error

// MultiExp computes an MSM over points on the host. The error is nil, [ErrOnCPU], [ErrClosed] or
// the failure of a strict engine.
func (e *Engine) MultiExp(g *cuda.Group, points, scalars []byte, accept Accept) error {
	if err := e.life.Begin(); err != nil {
		return err
	}
	defer e.life.End()
	t := newMSMs(g, len(scalars)/g.ScalarBytes(), 1)
	return e.attempt(t, func() (*cuda.Report, error) {
		return acceptAll(func() ([]*cuda.Result, error) {
			result, err := e.backend.MultiExp(g, points, scalars)
			return []*cuda.Result{result}, err
		}, []Accept{accept})
	})
}

// acceptAll computes MSMs and has their results accepted. The first result has the report.
func acceptAll(device func() ([]*cuda.Result, error), accept []Accept) (*cuda.Report, error) {
	results, err := device()
	if err != nil {
		return nil, err
	}
	if len(results) != len(accept) {
		return nil, fmt.Errorf("%w: %d for %d MSMs", ErrInvalidResult, len(results), len(accept))
	}
	for i, accept := range accept {
		if err := accept(results[i]); err != nil {
			return nil, err
		}
	}
	return &results[0].Report, nil
}

// maxWindow is above any window width.
const maxWindow = 32

// CheckShifts checks that the shifts descend, as Horner's rule requires. The first shift may exceed
// the bits of a scalar by less than a window. So a wrong shift does not keep the host doubling.
func CheckShifts(g *cuda.Group, terms []cuda.Term) error {
	previous := g.ScalarBits + maxWindow
	for i, t := range terms {
		if t.Shift < 0 || t.Shift > previous {
			return fmt.Errorf("term %d: shift %d after %d", i, t.Shift, previous)
		}
		previous = t.Shift
	}
	return nil
}

// Start begins MSMs over bases from an index on, each accepted by itself. Their scalars are
// vectors that the session's computations left on the device: name returns them. Start returns
// at once; wait waits for the sums, and may be called again. Computations of the session that
// come in between may read these vectors, and must not write them.
//
// On [ErrOnCPU] the sums are not there: the caller fetches the vectors, if the session still has
// them, and then the MSMs are as any others. They are counted then, and not here. A failure of
// an MSM does not end the session.
func (s *Session) Start(b *Bases, from int, name func(*cuda.Workspace) (*cuda.Scalars, error),
	accept []Accept) (wait func() error) {
	if err := b.begin(); err != nil {
		return func() error { return err }
	}
	t := newMSMs(b.group, 0, len(accept)).ahead(sumsBegunAgain)
	scalars, err := s.lend(t, b, from, name)
	if err != nil {
		b.end()
		return func() error { return err }
	}
	t.size, t.hostBases = scalars.Total(), b.onHost
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer b.end()
		defer scalars.Close()
		err = b.engine.try(t, func() (*cuda.Report, error) {
			return b.reloading(func() (*cuda.Report, error) {
				return acceptAll(func() ([]*cuda.Result, error) {
					return b.resident.MultiExpScalars(from, scalars)
				}, accept)
			})
		})
	}()
	return func() error {
		<-ended
		return err
	}
}

// Lend lends vectors that the session's computations left on the device: name returns them. They
// have to be closed before the session is. On [ErrOnCPU] it has none.
func (s *Session) Lend(
	name func(*cuda.Workspace) (*cuda.Scalars, error),
) (*cuda.Scalars, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err := cuda.Stopped(s.ctx); err != nil {
		return nil, err
	}
	if !s.begun() {
		return nil, ErrOnCPU
	}
	scalars, err := name(s.workspace)
	if errors.Is(err, cuda.ErrStopped) {
		return nil, s.endOnError(err)
	}
	if err != nil {
		t := newComputation("lending", s.field, s.n)
		t.onFailure = deviceFailed
		return nil, s.engine.fail(t, s.endOnError(err))
	}
	return scalars, nil
}

// lend returns the vectors, or [ErrOnCPU] where they, or the bases, are not on the device.
func (s *Session) lend(t task, b *Bases, from int,
	name func(*cuda.Workspace) (*cuda.Scalars, error)) (*cuda.Scalars, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err := cuda.Stopped(s.ctx); err != nil {
		return nil, err
	}
	if s.engine.lost.Load() != nil {
		return nil, s.engine.leaveToCPU(t, failure)
	}
	if b.resident == nil || !s.begun() {
		return nil, ErrOnCPU
	}
	scalars, err := name(s.workspace)
	if errors.Is(err, cuda.ErrStopped) {
		return nil, s.endOnError(err)
	}
	if err != nil {
		t.onFailure = deviceFailed
		return nil, s.engine.fail(t, s.endOnError(err))
	}
	if err := errors.Join(b.takesUnchecked(),
		CheckRange(b.points, from, scalars.Len())); err != nil {
		scalars.Close()
		return nil, err
	}
	return scalars, nil
}
