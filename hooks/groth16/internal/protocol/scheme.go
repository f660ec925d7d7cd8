package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/session"
	"github.com/rs/zerolog"
)

// Scheme is gnark's Groth16 over one curve. It has keys K, points P1 and P2 of the two groups, and
// scalars E. It holds what is loaded for its keys.
type Scheme[K any, P1, P2, E comparable, S algebra.Scalar[E]] struct {
	Curve[P1, P2, E]
	// Key returns a key in the form that generic code takes.
	Key func(*K) *Key[P1, P2, E]

	// attached has all live keys that were attached or proved with.
	attached keycache.Cache[K, *attachment[P1, P2, E, S]]
}

// NewAccelerator loads a key's vectors onto a device of the engine; a nil engine is
// [accel.Default]. The key must not change afterwards. The accelerator has to be closed. Without a
// key the error is [ErrInvalidInput]; others are those of a strict engine, and of a closed one.
func (s *Scheme[K, P1, P2, E, S]) NewAccelerator(
	engine *accel.Engine, pk *K,
) (*Accelerator[P1, P2, E, S], error) {
	if pk == nil {
		return nil, errNoKey()
	}
	acc := s.accelerator(engine, s.Key(pk).vectors())
	if _, err := acc.Any(); err != nil {
		return nil, err
	}
	return acc, nil
}

// accelerator returns an accelerator that loads the key when it is first used.
func (s *Scheme[K, P1, P2, E, S]) accelerator(
	engine *accel.Engine, key *device.Key[P1, P2],
) *Accelerator[P1, P2, E, S] {
	if engine == nil {
		engine = accel.Default()
	}
	return &Accelerator[P1, P2, E, S]{
		Curve: &s.Curve, engine: engine,
		Copies: devices.NewCopies((*devices.Set)(engine), key.Len(),
			func(e *session.Engine) (*replica[P1, P2, E, S], error) {
				return newReplica[P1, P2, E, S](&s.Curve, e, key, nil)
			}),
	}
}

// Attach loads a key ahead of its first proof. It prepares the constraint system that it belongs to
// unless that is nil. A nil engine is the one that the key is attached to already, or else
// [accel.Default]. A key that is attached to another engine moves; proofs under way finish where
// they began. With a verifying key in gnark's type, which may be nil, proofs are verified. Points
// that a device made, and still has, are not sent.
func (s *Scheme[K, P1, P2, E, S]) Attach(
	pk *K, sys *system.System[E], engine *accel.Engine, vk any, made *session.Made,
) error {
	if pk == nil {
		return errNoKey()
	}
	key := s.Key(pk)
	if sys != nil {
		if err := sys.Check(); err != nil {
			return err
		}
		if err := checkKey(sys, key, sys.Hidden()); err != nil {
			return err
		}
	}
	lease, err := s.acquireMade(pk, engine, made)
	if err != nil {
		return err
	}
	if vk != nil {
		lease.Value.verifyingKey.Store(vk)
	}
	switch {
	case (*devices.Set)(lease.Value.engine).Closed():
		err = session.ErrClosed
	case sys != nil:
		err = lease.Value.prepare(key, sys)
	}
	return errors.Join(err, lease.Release())
}

// Release frees what was loaded for a key: at once, or after the last proof that uses it. It is
// no error if there is nothing. A later proof attaches the key again.
func (s *Scheme[K, P1, P2, E, S]) Release(pk *K) error {
	if pk == nil {
		return errNoKey()
	}
	return s.attached.Release(pk)
}

// Devices returns the number of devices on which proofs with a key run at once, at least 1. A key
// that is not attached is attached to the default engine first.
func (s *Scheme[K, P1, P2, E, S]) Devices(pk *K) int {
	if pk == nil {
		return 1
	}
	lease, err := s.acquire(pk, nil)
	if err != nil {
		return 1 // the first proof says why
	}
	defer func() { _ = lease.Release() }()
	if lease.Value.team.Only() {
		return 1
	}
	return lease.Value.Places()
}

// acquire returns a lease on the key's accelerator. It makes one if there is none, if the engine is
// another, or if the key was replaced in the meantime.
func (s *Scheme[K, P1, P2, E, S]) acquire(
	pk *K, engine *accel.Engine,
) (*keycache.Lease[*attachment[P1, P2, E, S]], error) {
	return s.acquireMade(pk, engine, nil)
}

// acquireMade is acquire of a key of which a device may have points.
func (s *Scheme[K, P1, P2, E, S]) acquireMade(
	pk *K, engine *accel.Engine, made *session.Made,
) (*keycache.Lease[*attachment[P1, P2, E, S]], error) {
	var vk any // moves with the key
	usable := func(a *attachment[P1, P2, E, S]) bool {
		if !a.key.matches(fingerprinted(s.Key(pk))) {
			return false
		}
		vk = a.verifyingKey.Load()
		return engine == nil || engine == a.engine
	}
	return s.attached.Acquire(pk, usable,
		func() (*attachment[P1, P2, E, S], error) { return s.load(engine, pk, vk, made) })
}

// offline loads a key on an engine without devices, for a single proof.
func (s *Scheme[K, P1, P2, E, S]) offline(
	pk *K,
) (*keycache.Lease[*attachment[P1, P2, E, S]], error) {
	engine, err := accel.Open(accel.WithoutDevice(), accel.WithLogger(zerolog.Nop()))
	if err != nil {
		return nil, err
	}
	a, err := s.load(engine, pk, nil, nil)
	return &keycache.Lease[*attachment[P1, P2, E, S]]{Value: a}, err
}

// load loads a key. Its verifying key may be nil.
func (s *Scheme[K, P1, P2, E, S]) load(
	engine *accel.Engine, pk *K, vk any, made *session.Made,
) (*attachment[P1, P2, E, S], error) {
	if err := checkInfinities(s.Key(pk)); err != nil {
		return nil, err
	}
	key := s.Key(pk).vectors()
	key.Made = made
	acc := s.accelerator(engine, key)
	team, err := devices.NewStanding(func() (*devices.Team[*replica[P1, P2, E, S]], error) {
		return newTeam[P1, P2, E, S](&s.Curve, (*devices.Set)(acc.engine), key)
	})
	if err != nil {
		return nil, err
	}
	a := &attachment[P1, P2, E, S]{
		Accelerator: acc, team: team, key: takeFingerprint(fingerprinted(s.Key(pk))),
	}
	if vk != nil {
		a.verifyingKey.Store(vk)
	}
	if _, err := a.near(); err != nil {
		return nil, err
	}
	return a, nil
}

// reload has the next proof find the key loaded anew. The device's memory for all keys is loaded
// anew with it. It does nothing if another proof has done so since the key was attached.
func (s *Scheme[K, P1, P2, E, S]) reload(a *attachment[P1, P2, E, S], pk *K) error {
	renewed := (*devices.Set)(a.engine).Renew()
	another := func(b *attachment[P1, P2, E, S]) bool { return b != a }
	lease, err := s.attached.Acquire(pk, another, func() (*attachment[P1, P2, E, S], error) {
		return s.load(a.engine, pk, a.verifyingKey.Load(), nil)
	})
	if err != nil {
		return errors.Join(renewed, err)
	}
	return errors.Join(renewed, lease.Release())
}

// Plan is a dry run of loading a key of these sizes, and of a proof with it. Where the key is
// spread the plan is that of the device that has the quotient, and has the shares of all.
func (s *Scheme[K, P1, P2, E, S]) Plan(z system.Sizes, r *accel.DryRun) (*accel.MemoryPlan, error) {
	if err := system.CheckSizes(z); err != nil {
		return nil, err
	}
	key := device.KeyOf[P1, P2](z)
	layout := r.Machine.Lay(piecesOf[P1, P2, E](key))
	if layout != nil {
		key = keyOf(key, shareOf(layout, layout.Targets[0].Device))
	}
	p, err := device.Plan[P1, P2, E, S](r.DryRun, s.on(r.DryRun.Engine), z, key)
	if err == nil && layout != nil {
		p.Gain, p.Shares = layout.Gain, layout.Shares()
	}
	return p, err
}
