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

	mutex sync.Mutex // guards now
	now   *Team[C]
}

// NewKeyTeam returns the team that make makes, which returns nil for none. There is none either
// where a device fails at its share.
func NewKeyTeam[C io.Closer](make func() (*Team[C], error)) (*KeyTeam[C], error) {
	t, err := make()
	if errors.Is(err, session.ErrElsewhere) {
		err = nil
	}
	return &KeyTeam[C]{make: make, now: t}, err
}

// Team returns the team, all of whose devices work as far as that is known; or nil.
func (s *KeyTeam[C]) Team() *Team[C] {
	if s == nil {
		return nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if old := s.now; old != nil && !old.usable() {
		s.now, _ = s.make() // without a team, copies of the key serve
		_ = old.Close()     // what fails was logged
	}
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
	old := s.now
	s.now = nil
	return old.Close()
}
