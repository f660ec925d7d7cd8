package protocol

import (
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Scheme is gnark's PLONK over one curve. It has points P of G1 and scalars E. It holds the
// attachments of its keys.
type Scheme[P, E comparable] struct {
	Gnark[P, E]
	keys.Attached[*attachment[P, E]]
	// reference has the points that are loaded, for all keys.
	reference reference[P, E]
}

// Curve is the arithmetic of a scheme.
type Curve[P, E any] struct {
	Field *curve.Field[E]
	G1    *curve.Group[P, E]
	// OnG1 returns the group on the engine of a device.
	OnG1 func(*engine.Engine) *engine.Group[P, E]
}

// NewScheme returns the scheme over a curve.
func NewScheme[P, E comparable](g Gnark[P, E]) *Scheme[P, E] {
	s := &Scheme[P, E]{Gnark: g}
	s.Type, s.ErrInvalidInput = g.KeyType, ErrInvalidInput
	s.Matches, s.Load, s.Check = s.matches, s.load, s.check
	return s
}

// check refuses a system that the key does not belong to.
func (s *Scheme[P, E]) check(
	pk any, with *settings.Settings,
) (prepare func(*attachment[P, E]) error, err error) {
	if s.SystemOf(with.Circuit) == nil {
		return func(*attachment[P, E]) error { return nil }, nil
	}
	sys, err := s.Provable(with.Circuit)
	if err != nil {
		return nil, err
	}
	key := s.Key(pk)
	sys.Folder = with.Prepared
	return func(a *attachment[P, E]) error { return a.prepare(sys, key) }, checkKey(sys, key)
}

func (s *Scheme[P, E]) matches(a *attachment[P, E], pk any) bool {
	now := s.Key(pk)
	return a.key.matches(now.Canonical, now.Lagrange)
}

func (s *Scheme[P, E]) load(
	on *accel.Engine, pk any, _ *attachment[P, E], made *engine.Made,
) (*attachment[P, E], error) {
	if err := s.CheckHiding(pk); err != nil {
		return nil, err
	}
	set, key := (*group.Set)(on).OrDefault(), s.Key(pk)
	way := s.choose(set, key)
	copies := group.NewCopies(set.For(way), len(key.Canonical)+len(key.Lagrange),
		func(e *engine.Engine) (*replica[P, E], error) {
			return newReplica(&s.Curve, e, &s.reference, key, made)
		})
	loaded, err := group.NewKey(copies, nil)
	if err != nil {
		return nil, err
	}
	return &attachment[P, E]{
		Curve: &s.Curve, key: fingerprintOf(key),
		Key: keys.Key[*replica[P, E]]{Key: loaded, Engine: (*accel.Engine)(set), Way: way},
	}, nil
}

// choose returns the way in which proofs with a key take the least time.
func (s *Scheme[P, E]) choose(set *group.Set, key *Key[P, E]) engine.Way {
	shape := key.shape()
	if shape == nil {
		return engine.OnDevice // there are no proofs
	}
	home := set.Home()
	work := device.WorkOf[P](*shape)
	return set.Choose(work, func() engine.Measured {
		return s.OnG1(home).Measure(key.Lagrange)
	}).Way
}

// PlanOf is a dry run: it loads a key of these sizes, and makes a proof.
func (s *Scheme[P, E]) PlanOf(z system.Sizes, r *group.DryRun) (*memory.Plan, error) {
	domain := s.Field.Constants(uint64(z.Rows))
	step, err := s.Field.RootOfUnity(uint64(z.Rows * device.Blocks(z.Rows)))
	if err != nil {
		return nil, err
	}
	work := device.WorkOf[P](z)
	r.NoteProofs(r.Machine.Choose(work, engine.Nominally))
	g1 := s.OnG1(r.DryRun.Engine)
	return device.Plan(r.DryRun, g1.Field(), g1, z, *domain, step)
}
