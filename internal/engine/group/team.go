package group

import (
	"errors"
	"io"
	"slices"

	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// minGain is the predicted gain from which on work is laid on several devices.
const minGain = 1.25

// Lay lays pieces on the devices that work. It returns nil if one device does it best, or the
// placement says so.
func (s *Set) Lay(pieces []Piece) *Layout {
	if !s.spreads(pointsOf(pieces)) {
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
	least := float64(minWork)
	if p == Spread {
		least = 0
	}
	if len(targets) < 2 {
		return nil
	}
	l := Lay(pieces, least, targets)
	if len(l.Targets) < 2 {
		return nil
	}
	if p == Spread || p == Auto && (l.Gain >= minGain || !l.Fits) {
		return l
	}
	return nil
}

// Team is devices that do a task side by side. Each has its share of the task's data, as of a
// key. It is safe for concurrent use.
type Team[C io.Closer] struct {
	Layout  *Layout // nil for a copy alone
	Members []C     // of the devices that have a part, in the layout's order
	set     *Set
	shares  []share
}

// share is a device's part of a team's work.
type share struct {
	device *Device
	place  int // in the set
	points int
}

// NewTeam has each device of a layout load its share. On [engine.ErrElsewhere] a device has failed
// at that, and there is no team.
func NewTeam[C io.Closer](
	s *Set, l *Layout, load func(e *engine.Engine, device int) (C, error),
) (*Team[C], error) {
	t := &Team[C]{Layout: l, set: s}
	for _, target := range l.Targets {
		if n := l.Points(target.Device); n > 0 {
			t.shares = append(t.shares, share{s.all()[target.Device], target.Device, n})
		}
	}
	if err := t.gather(load); err != nil {
		return nil, err
	}
	t.hold(1)
	return t, nil
}

// single returns a copy as a team of one, which has all.
func single[C io.Closer](c C) *Team[C] { return &Team[C]{Members: []C{c}} }

// gather loads the members side by side. If one fails it closes the others.
func (t *Team[C]) gather(load func(e *engine.Engine, device int) (C, error)) error {
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
	for k, m := range t.Members {
		if err != nil && failures[k] == nil {
			err = errors.Join(err, m.Close())
		}
	}
	return err
}

// Primary returns the first member.
func (t *Team[C]) Primary() C { return t.Members[0] }

// Places returns the places of the members' devices in the layout.
func (t *Team[C]) Places() (places []int) {
	for _, s := range t.shares {
		places = append(places, s.place)
	}
	return places
}

// only says whether the team does all tasks: as the placement says, or for want of room elsewhere.
func (t *Team[C]) only() bool { return !t.Layout.Fits || t.set.placement == Spread }

// usable says whether all devices work.
func (t *Team[C]) usable() bool {
	return !slices.ContainsFunc(t.shares, func(s share) bool { return !s.device.Usable() })
}

// take counts a task on all devices until done is called. It does nothing and returns nil if one of
// them has work, unless the team does all tasks.
func (t *Team[C]) take() (done func()) {
	t.set.choosing.Lock()
	defer t.set.choosing.Unlock()
	busy := func(s share) bool { return s.device.queued.Load() > 0 }
	if !t.only() && slices.ContainsFunc(t.shares, busy) {
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

// hold counts the shares as loaded, or as gone.
func (t *Team[C]) hold(times int) {
	for _, s := range t.shares {
		s.device.hold(times * s.points)
	}
}

// Close closes the members of a team that [NewTeam] has made, once. Nil is no team.
func (t *Team[C]) Close() (err error) {
	if t == nil {
		return nil
	}
	t.hold(-1)
	for _, m := range t.Members {
		err = errors.Join(err, m.Close())
	}
	return err
}
