package devices

import (
	"errors"
	"io"
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Standing is a team that stands ready for a key, or none. Once one of its devices is lost another
// team takes its place. It is safe for concurrent use; nil has no team.
type Standing[C io.Closer] struct {
	make func() (*Team[C], error)

	mutex  sync.Mutex // guards the fields below
	now    *Team[C]
	closed bool
}

// NewStanding returns the team that make makes, which returns nil for none. There is none either
// where a device fails at its share.
func NewStanding[C io.Closer](make func() (*Team[C], error)) (*Standing[C], error) {
	s := &Standing[C]{make: make}
	return s, s.renew()
}

// renew makes the team. The caller holds the mutex, or is alone.
func (s *Standing[C]) renew() (err error) {
	if s.now = nil; s.closed {
		return nil
	}
	s.now, err = s.make()
	if errors.Is(err, session.ErrElsewhere) {
		return nil
	}
	return err
}

// Team returns the team, all of whose devices work as far as that is known; or nil.
func (s *Standing[C]) Team() *Team[C] {
	if s == nil {
		return nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.now == nil || s.now.Usable() {
		return s.now
	}
	old := s.now
	if s.renew() != nil {
		s.now = nil // copies of the key serve
	}
	_ = old.Close() // what fails was logged
	return s.now
}

// Only says whether the team does all tasks with the key, however busy it is.
func (s *Standing[C]) Only() bool {
	t := s.Team()
	return t != nil && t.only()
}

// Use has the team do a task, if there is one and no single device does it better. It returns false
// if not.
func (s *Standing[C]) Use(task func(*Team[C]) error) (used bool, err error) {
	t := s.Team()
	if t == nil {
		return false, nil
	}
	done := t.take(t.only())
	if done == nil {
		return false, nil
	}
	defer done()
	return true, task(t)
}

// Close closes the team. There is none afterwards.
func (s *Standing[C]) Close() error {
	if s == nil {
		return nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.closed = true
	old := s.now
	if s.now = nil; old == nil {
		return nil
	}
	return old.Close()
}
