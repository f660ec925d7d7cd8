package session

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Start begins MSMs with vectors that the session's computations left on the device, over the bases from the given index on,
// each accepted by itself: name returns the vectors. It returns at once; the function that it returns waits for the sums, and
// may be called again. Computations of the session that come in between may read these vectors, and must not write them.
//
// If done is false and err is nil, the sums are not there: the caller has to fetch the vectors, if the session still has
// them, and then the MSMs are as any others. They are counted then, and not here. A failure of an MSM does not end the
// session.
func (s *Session) Start(b *Bases, from int, name func(*cuda.Workspace) (*cuda.Scalars, error), accept []Accept) (wait func() (done bool, err error)) {
	scalars, t, err := s.lend(b, from, name, len(accept))
	if err != nil || scalars == nil {
		return func() (bool, error) { return false, err }
	}
	var done bool
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer b.using.RUnlock()
		defer s.engine.running.RUnlock()
		defer scalars.Close()
		done, err = b.sum(t, from, scalars, accept)
	}()
	return func() (bool, error) {
		<-ended
		return done, err
	}
}

// lend returns the vectors, and what the MSMs are to errors and the log. Without an error there are none if the device does
// not compute the MSMs; if there are, the bases and the engine are read-locked.
func (s *Session) lend(b *Bases, from int, name func(*cuda.Workspace) (*cuda.Scalars, error), many int) (scalars *cuda.Scalars, t task, err error) {
	b.using.RLock()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	d := s.engine
	d.running.RLock()
	defer func() {
		if scalars == nil {
			d.running.RUnlock()
			b.using.RUnlock()
		}
	}()
	t = newTask("MSM", b.group, 0)
	t.many = many
	switch {
	case d.closed.Load() || b.closed.Load():
		return nil, t, ErrClosed
	case d.lost.Load() != nil:
		return nil, t, d.strictlyLost(t)
	case b.resident == nil || s.ended || s.giveBack == nil:
		return nil, t, nil
	}
	lent, err := name(s.workspace)
	if err != nil {
		s.ended = true
		return nil, t, d.fail(t, "device failed, computed on the CPU", errors.Join(err, s.end()))
	}
	t.size = lent.Total()
	if err := errors.Join(b.takesUnchecked(), CheckRange(b.points, from, lent.Len())); err != nil {
		lent.Close()
		return nil, t, err
	}
	return lent, t, nil
}

// sum computes the MSMs on the device. The caller has locked what they use.
func (b *Bases) sum(t task, from int, scalars *cuda.Scalars, accept []Accept) (done bool, err error) {
	results, err := b.resident.MultiExpScalars(from, scalars)
	if err == nil {
		err = acceptAll(results, accept)
	}
	if err != nil {
		return false, b.engine.fail(t, "device failed, begun again with scalars from the host", err)
	}
	b.engine.done(t, &results[0].Report)
	if b.streams {
		b.engine.counters.streamedMSMs.Add(uint64(t.many))
	}
	return true, nil
}
