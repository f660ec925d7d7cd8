package protocol

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/rs/zerolog"
)

// offline is Acquire for a single proof, on an engine without devices.
func (s *Scheme[P1, P2, E]) offline(pk any) (*keys.Lease[*attachment[P1, P2, E]], error) {
	engine, err := accel.Open(accel.WithoutDevice(), accel.WithLogger(zerolog.Nop()),
		accel.WithMinSize(0)) // nothing is to be chosen
	if err != nil {
		return nil, err
	}
	a, err := s.load(engine, pk, nil, nil)
	return &keys.Lease[*attachment[P1, P2, E]]{Value: a}, err
}

// load loads a key. The verifying key moves with it.
func (s *Scheme[P1, P2, E]) load(
	on *accel.Engine, pk any, before *attachment[P1, P2, E], made *engine.Made,
) (*attachment[P1, P2, E], error) {
	if err := cmp.Or(checkInfinities(s.Key(pk)), s.CheckHiding(pk)); err != nil {
		return nil, err
	}
	set, key := (*group.Set)(on).OrDefault(), s.Key(pk).vectors()
	key.Made = made
	way := s.choose(set, key).Way
	compared := newComparison(s.Field.Curve, s.Key(pk), s.fileOf(pk))
	if before != nil && before.comparison.over.Load() && s.matches(before, pk) {
		compared.over.Store(true)
	}
	l := &loading[P1, P2, E]{&s.Curve, set.For(way), key, compared}
	copies := group.NewCopies(l.set, key.Len(),
		func(e *engine.Engine) (*replica[P1, P2, E], error) { return l.replica(e, nil) })
	loaded, err := group.NewKey(copies, l.team)
	if err != nil {
		return nil, err
	}
	a := &attachment[P1, P2, E]{
		Curve: &s.Curve, key: fingerprintOf(s.Key(pk)), comparison: compared,
		Key: keys.Key[*replica[P1, P2, E]]{Key: loaded, Engine: (*accel.Engine)(set), Way: way},
	}
	if before != nil {
		if vk := before.verifyingKey.Load(); vk != nil {
			a.verifyingKey.Store(vk)
		}
	}
	return a, nil
}

// choose returns the way in which proofs with a key take the least time.
func (s *Scheme[P1, P2, E]) choose(set *group.Set, key *device.Key[P1, P2]) engine.Choice {
	return set.Choose(device.WorkOf[P1, P2, E](key), func() engine.Measured {
		return s.OnG1(set.Home()).Measure(key.Z.Slice)
	})
}

// loading loads the replicas of a key onto the devices of a set.
type loading[P1, P2, E comparable] struct {
	*Curve[P1, P2, E]
	set        *group.Set
	key        *device.Key[P1, P2]
	comparison *comparison[P1, P2, E]
}

// replica loads the vectors of a key onto a device, or a share of them. Points B that are to be
// compared are combined before the device is busy with multiples.
func (l *loading[P1, P2, E]) replica(
	e *engine.Engine, s *share,
) (*replica[P1, P2, E], error) {
	key := l.key
	if s != nil {
		key = keyOf(key, s)
	}
	if !l.comparison.over.Load() && e.Unavailable() == nil {
		new(parallel.Tasks).Go(func() error { // beside the loading
			l.comparison.factors(l.Field)
			return nil
		})
	}
	bases, err := device.Load(l.on(e), key)
	r := &replica[P1, P2, E]{Curve: l.Curve, engine: e, share: s, bases: bases}
	if err == nil {
		err = r.combineAtOnce(l.comparison)
	}
	if err == nil {
		err = bases.Multiply()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("loading the proving key: %w", err), bases.Close())
	}
	return r, nil
}

// team spreads a key over devices, where several do better than one. It returns nil otherwise.
func (l *loading[P1, P2, E]) team() (*group.Team[*replica[P1, P2, E]], error) {
	layout := l.set.Lay(piecesOf[P1, P2, E](l.key))
	if layout == nil {
		return nil, nil
	}
	return group.NewTeam(l.set, layout,
		func(e *engine.Engine, place int) (*replica[P1, P2, E], error) {
			return l.replica(e, shareOf(layout, place))
		})
}
