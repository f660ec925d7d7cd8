package protocol

import (
	"errors"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/session"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	"github.com/rs/zerolog"
)

// Scheme is gnark's Groth16 over one curve. It has keys K, points P1 and P2 of the two groups, and
// scalars E. It holds what is loaded for its keys.
type Scheme[K any, P1, P2, E comparable, S algebra.Scalar[E]] struct {
	Gnark[K, P1, P2, E]
	// attached has all live keys that were attached or proved with.
	attached keycache.Cache[K, *attachment[P1, P2, E, S]]
	// equations has what tells proofs with these keys, for want of a verifying key.
	equations keycache.Cache[K, *equations[P1, P2, E, S]]
}

// copies returns the vectors of a key, which are loaded when they are first used.
func (s *Scheme[K, P1, P2, E, S]) copies(
	engine *accel.Engine, key *device.Key[P1, P2],
) *copies[P1, P2, E, S] {
	if engine == nil {
		engine = accel.Default()
	}
	return &copies[P1, P2, E, S]{
		Curve: &s.Curve, engine: engine,
		Copies: devices.NewCopies((*devices.Set)(engine), key.Len(),
			func(e *session.Engine) (*replica[P1, P2, E, S], error) {
				return newReplica[P1, P2, E, S](&s.Curve, e, key, nil)
			}),
	}
}

// Attach loads a key ahead of its first proof, as the settings say. It prepares the constraint
// system that it belongs to unless that is nil. A nil engine is the one that the key is attached to
// already, or else [accel.Default]. A key that is attached to another engine moves; proofs under
// way finish where they began. With a verifying key, which may be nil, proofs are verified.
func (s *Scheme[K, P1, P2, E, S]) Attach(pk any, with *settings.Settings) error {
	return s.AttachMade(pk, with, session.Telling(with.Progress))
}

// AttachMade is Attach of a key of which a device may have points. Those are not sent.
func (s *Scheme[K, P1, P2, E, S]) AttachMade(
	of any, with *settings.Settings, made *session.Made,
) error {
	pk := s.KeyOf(of)
	if pk == nil {
		return errNoKey()
	}
	key := s.Key(pk)
	sys, err := s.systemFor(key, with)
	if err != nil {
		return err
	}
	if sys != nil {
		sys.ReadAhead(key.Domain.Len())
	}
	lease, err := s.acquire(pk, with.Engine, made)
	if err != nil {
		return err
	}
	if with.VerifyingKey != nil {
		lease.Value.verifyingKey.Store(with.VerifyingKey)
	}
	switch {
	case (*devices.Set)(lease.Value.engine).Closed():
		err = session.ErrClosed
	case sys != nil:
		var of *equations[P1, P2, E, S]
		if of, err = s.equationsOf(pk); err == nil {
			err = lease.Value.prepare(key, sys, of)
		}
	}
	return errors.Join(err, lease.Release())
}

// systemFor returns the system of the settings, or nil. It refuses a system, or a verifying key,
// that the key does not belong to.
func (s *Scheme[K, P1, P2, E, S]) systemFor(
	key *Key[P1, P2, E], with *settings.Settings,
) (*system.System[E], error) {
	if with.VerifyingKey != nil {
		if err := s.fits(with.VerifyingKey, key); err != nil {
			return nil, err
		}
	}
	sys, _ := s.System(with.Circuit)
	if sys == nil {
		return nil, nil
	}
	sys.Folder = with.Prepared
	if err := sys.Check(); err != nil {
		return nil, err
	}
	return sys, checkKey(sys, key, sys.Hidden())
}

// AttachWith is Attach with a system, an engine and a verifying key that may be nil.
func (s *Scheme[K, P1, P2, E, S]) AttachWith(pk *K, ccs any, engine *accel.Engine, vk any) error {
	if s.VerifyingKey(vk) == nil {
		vk = nil
	}
	with := &settings.Settings{Engine: engine, VerifyingKey: vk}
	with.Circuit, _ = ccs.(constraint.ConstraintSystem)
	return s.AttachMade(pk, with, nil)
}

// Release frees what was loaded for a key: at once, or after the last proof that uses it. It is
// no error if there is nothing. A later proof attaches the key again.
func (s *Scheme[K, P1, P2, E, S]) Release(pk any) error {
	key := s.KeyOf(pk)
	if key == nil {
		return errNoKey()
	}
	return errors.Join(s.attached.Release(key), s.equations.Release(key))
}

// Devices returns the number of devices on which proofs with a key run at once, at least 1. A key
// that is not attached is attached to the default engine first.
func (s *Scheme[K, P1, P2, E, S]) Devices(pk any) int {
	key := s.KeyOf(pk)
	if key == nil {
		return 1
	}
	lease, err := s.acquire(key, nil, nil)
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
// another, or if the key was replaced in the meantime. A device may have points of the key.
func (s *Scheme[K, P1, P2, E, S]) acquire(
	pk *K, engine *accel.Engine, made *session.Made,
) (*keycache.Lease[*attachment[P1, P2, E, S]], error) {
	var vk any // moves with the key
	usable := func(a *attachment[P1, P2, E, S]) bool {
		if !matches(&a.key, s.Key(pk)) {
			return false
		}
		vk = a.verifyingKey.Load()
		return engine == nil || engine == a.engine
	}
	return s.attached.Acquire(pk, usable,
		func() (*attachment[P1, P2, E, S], error) { return s.load(engine, pk, vk, made) })
}

// offline is acquire for a single proof, on an engine without devices.
func (s *Scheme[K, P1, P2, E, S]) offline(
	pk *K, _ *accel.Engine, _ *session.Made,
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
	on := s.copies(engine, key)
	team, err := devices.NewKeyTeam(func() (*devices.Team[*replica[P1, P2, E, S]], error) {
		return newTeam[P1, P2, E, S](&s.Curve, (*devices.Set)(on.engine), key)
	})
	if err != nil {
		return nil, err
	}
	a := &attachment[P1, P2, E, S]{
		copies: on, team: team, key: takeFingerprint(s.Key(pk)),
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

// PlanOf is a dry run of loading a key of these sizes, and of a proof with it. Where the key is
// spread the plan is that of the device that has the quotient, and has the shares of all.
func (s *Scheme[K, P1, P2, E, S]) PlanOf(
	z system.Sizes, r *accel.DryRun,
) (*accel.MemoryPlan, error) {
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
