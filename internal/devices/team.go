package devices

import (
	"errors"
	"io"
	"slices"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// worth is the predicted gain from which on work is laid on several devices.
const worth = 1.25

// Lay lays pieces on the devices that work. It returns nil if one device does it best, or the
// placement says so.
func (s *Set) Lay(pieces []Piece) *Layout {
	n := 0
	for i := range pieces {
		n += pieces[i].Points
	}
	if !s.spreads(n) {
		return nil
	}
	s.choosing.Lock()
	defer s.choosing.Unlock()
	var targets []Target
	for i, d := range s.all() {
		if d.Usable() {
			targets = append(targets, Target{Device: i, Speed: s.speed(i), Room: d.room()})
		}
	}
	return s.placement.chosen(pieces, targets)
}

// chosen returns a layout of pieces on devices if the placement has one.
func (p Placement) chosen(pieces []Piece, targets []Target) *Layout {
	least := float64(leastWork)
	if p == Spread {
		least = 0
	}
	if len(targets) < 2 {
		return nil
	}
	l := Lay(pieces, least, targets)
	if p == Spread || p == Auto && (l.Gain >= worth || !l.Fits) {
		return l
	}
	return nil
}

// Team is devices that do a task side by side, each with its share of what the task needs, as of a
// key. It is safe for concurrent use.
type Team[C io.Closer] struct {
	Layout  *Layout
	Members []C // of the devices that have a part, in the layout's order
	set     *Set
	shares  []share
}

// share is a device's part of a team's work.
type share struct {
	device *Device
	place  int // in the set
	points int
}

// NewTeam has each device of a layout load its share. On [session.ErrElsewhere] a device has failed
// at that, and there is no team.
func NewTeam[C io.Closer](
	s *Set, l *Layout, load func(e *session.Engine, device int) (C, error),
) (*Team[C], error) {
	t := &Team[C]{Layout: l, set: s}
	for _, target := range l.Targets {
		if n := l.Points(target.Device); n > 0 {
			t.shares = append(t.shares, share{s.all()[target.Device], target.Device, n})
		}
	}
	t.Members = make([]C, len(t.shares))
	failures := make([]error, len(t.shares))
	var tasks parallel.Tasks
	for k, share := range t.shares {
		tasks.Go(func() error {
			t.Members[k], failures[k] = load(share.device.Engine(), share.place)
			return failures[k]
		})
	}
	err := tasks.Wait()
	if err == nil {
		return t, nil
	}
	for k, m := range t.Members {
		if failures[k] == nil {
			err = errors.Join(err, m.Close())
		}
	}
	return nil, err
}

// Usable says whether all devices work.
func (t *Team[C]) Usable() bool {
	return !slices.ContainsFunc(t.shares, func(s share) bool { return !s.device.Usable() })
}

// Take counts a task on all devices until done is called. If one of them has work, Take does
// nothing then and returns nil, unless the task may wait.
func (t *Team[C]) Take(when When) (done func()) {
	t.set.choosing.Lock()
	defer t.set.choosing.Unlock()
	busy := func(s share) bool { return s.device.queued.Load() > 0 }
	if when == IfIdle && slices.ContainsFunc(t.shares, busy) {
		return nil
	}
	ends := make([]func(), len(t.shares))
	for k, s := range t.shares {
		ends[k] = s.device.take(s.points)
	}
	return func() {
		for _, end := range ends {
			end()
		}
	}
}

// When says when a task may begin.
type When int

const (
	// Anytime may have the task wait for others on the devices.
	Anytime When = iota
	// IfIdle has it begin only where no device has work.
	IfIdle
)

// Close closes the members.
func (t *Team[C]) Close() error {
	var failures []error
	for _, m := range t.Members {
		failures = append(failures, m.Close())
	}
	return errors.Join(failures...)
}
