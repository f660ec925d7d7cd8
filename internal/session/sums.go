package session

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

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
			return acceptAll(func() ([]*cuda.Result, error) {
				return b.resident.MultiExpScalars(from, scalars)
			}, accept)
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
