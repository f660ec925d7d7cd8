package devices

import (
	"errors"
	"io"
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/session"
)

// KeyTeam is the team that a key has at present, or none. Once one of its devices is lost another
// team takes its place. It is safe for concurrent use; nil has no team.
type KeyTeam[C io.Closer] struct {
	make func() (*Team[C], error)

	mutex  sync.Mutex // guards the fields below
	now    *Team[C]
	closed bool
}

// NewKeyTeam returns the team that make makes, which returns nil for none. There is none either
// where a device fails at its share.
func NewKeyTeam[C io.Closer](make func() (*Team[C], error)) (*KeyTeam[C], error) {
	s := &KeyTeam[C]{make: make}
	return s, s.renew()
}

// renew makes the team. The caller holds the mutex, or is alone.
func (s *KeyTeam[C]) renew() (err error) {
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
func (s *KeyTeam[C]) Team() *Team[C] {
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
func (s *KeyTeam[C]) Only() bool {
	t := s.Team()
	return t != nil && t.only()
}

// Close closes the team. There is none afterwards.
func (s *KeyTeam[C]) Close() error {
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
