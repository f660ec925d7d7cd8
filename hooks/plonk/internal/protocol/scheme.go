package protocol

import (
	"errors"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/session"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Scheme is gnark's PLONK over one curve, with keys K, points P of G1 and scalars E. It holds what
// is loaded for its keys.
type Scheme[K any, P, E comparable, S algebra.Scalar[E]] struct {
	Gnark[K, P, E]
	// attached has all live keys that were attached or proved with.
	attached keycache.Cache[K, *attachment[P, E, S]]
	// reference has the points that are loaded, for all keys.
	reference reference[P, E]
}

// Curve is the arithmetic of a scheme.
type Curve[P, E any] struct {
	Field *algebra.Field[E]
	G1    *algebra.Group[P, E]
}

// NewAccelerator is the accelerator that package prover gives gnark's methods. It has to be closed.
func (s *Scheme[K, P, E, S]) NewAccelerator(
	engine *accel.Engine, pk *K,
) (*Accelerator[P, E, S], error) {
	if pk == nil {
		return nil, errNoKey()
	}
	acc := s.accelerator(engine, s.Key(pk), nil)
	if _, err := acc.Any(); err != nil {
		return nil, err
	}
	return acc, nil
}

// accelerator returns an accelerator that loads the key when it is first used. A device may have
// made its points.
func (s *Scheme[K, P, E, S]) accelerator(
	engine *accel.Engine, key *Key[P, E], made *session.Made,
) *Accelerator[P, E, S] {
	if engine == nil {
		engine = accel.Default()
	}
	return &Accelerator[P, E, S]{
		Curve: &s.Curve, engine: engine,
		Copies: devices.NewCopies(
			(*devices.Set)(engine), len(key.Canonical)+len(key.Lagrange),
			func(e *session.Engine) (*replica[P, E, S], error) {
				return newReplica[P, E, S](&s.Curve, e, &s.reference, key, made)
			}),
	}
}

// Attach loads a key ahead of its first proof, as the settings say. A nil engine is the one that
// the key is attached to already, or else [accel.Default].
func (s *Scheme[K, P, E, S]) Attach(pk any, with *settings.Settings) error {
	return s.AttachMade(pk, with, session.Telling(with.Progress))
}

// AttachMade is Attach of a key of which a device may have points. Those are not sent.
func (s *Scheme[K, P, E, S]) AttachMade(of any, with *settings.Settings, made *session.Made) error {
	pk := s.KeyOf(of)
	if pk == nil {
		return errNoKey()
	}
	key := s.Key(pk)
	sys, _ := s.System(with.Circuit)
	if sys != nil {
		sys.Folder = with.Prepared
		if err := checkKey(sys, key); err != nil {
			return err
		}
	}
	lease, err := s.acquire(pk, with.Engine, made)
	if err != nil {
		return err
	}
	switch {
	case (*devices.Set)(lease.Value.engine).Closed():
		err = session.ErrClosed
	case sys != nil:
		err = lease.Value.prepare(sys, key)
	}
	return errors.Join(err, lease.Release())
}

// AttachWith is Attach with a system and an engine that may be nil.
func (s *Scheme[K, P, E, S]) AttachWith(pk *K, ccs any, engine *accel.Engine) error {
	with := &settings.Settings{Engine: engine}
	with.Circuit, _ = ccs.(constraint.ConstraintSystem)
	return s.AttachMade(pk, with, nil)
}

// Release frees what was loaded for a key: at once, or after the last proof that uses it.
func (s *Scheme[K, P, E, S]) Release(pk any) error {
	key := s.KeyOf(pk)
	if key == nil {
		return errNoKey()
	}
	return s.attached.Release(key)
}

// Devices returns the number of devices on which proofs with a key run at once, at least 1. A key
// that is not attached is attached to the default engine first.
func (s *Scheme[K, P, E, S]) Devices(pk any) int {
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

// acquire returns a lease on what is loaded for a key. The key is loaded if there is nothing, if
// the engine is another, or if the key was replaced in the meantime.
func (s *Scheme[K, P, E, S]) acquire(
	pk *K, engine *accel.Engine, made *session.Made,
) (*keycache.Lease[*attachment[P, E, S]], error) {
	usable := func(a *attachment[P, E, S]) bool {
		now := s.Key(pk)
		return (engine == nil || engine == a.engine) && a.key.matches(now.Canonical, now.Lagrange)
	}
	return s.attached.Acquire(pk, usable,
		func() (*attachment[P, E, S], error) { return s.load(engine, pk, made) })
}

func (s *Scheme[K, P, E, S]) load(
	engine *accel.Engine, pk *K, made *session.Made,
) (*attachment[P, E, S], error) {
	key := s.Key(pk)
	acc := s.accelerator(engine, key, made)
	team, err := devices.NewKeyTeam(func() (*devices.Team[*replica[P, E, S]], error) {
		set := (*devices.Set)(acc.engine)
		return newTeam(acc.Copies, set, piecesOf(acc.Curve, key.shape(), set.Linked()))
	})
	if err != nil {
		return nil, err
	}
	a := &attachment[P, E, S]{Accelerator: acc, team: team, key: takeFingerprint(key)}
	if _, err := a.near(); err != nil {
		return nil, err
	}
	return a, nil
}

// reload has the next proof find the key and its circuit loaded anew. The device's memory for all
// keys is loaded anew with them. It does nothing if another proof has done so since the key was
// attached.
func (s *Scheme[K, P, E, S]) reload(a *attachment[P, E, S], pk *K) error {
	renewed := (*devices.Set)(a.engine).Renew()
	a.EachCopy((*replica[P, E, S]).forgetPoints)
	another := func(b *attachment[P, E, S]) bool { return b != a }
	lease, err := s.attached.Acquire(pk, another, func() (*attachment[P, E, S], error) {
		return s.load(a.engine, pk, nil)
	})
	if err != nil {
		return errors.Join(renewed, err)
	}
	return errors.Join(renewed, lease.Release())
}

// PlanOf is a dry run of loading a key of these sizes, and of a proof with it. Where several
// devices make the proof, each has all of the key; they are taken to reach each other's memory.
func (s *Scheme[K, P, E, S]) PlanOf(z system.Sizes, r *accel.DryRun) (*accel.MemoryPlan, error) {
	domain := s.Field.Constants(uint64(z.Rows))
	step, err := s.Field.RootOfUnity(uint64(z.Rows * device.Blocks(z.Rows)))
	if err != nil {
		return nil, err
	}
	f, g1 := s.Field.OnEngine(r.DryRun.Engine), s.G1.OnEngine(r.DryRun.Engine)
	p, err := device.Plan[P, E, S](r.DryRun, f, g1, z, *domain, step)
	if l := r.Machine.Divide(piecesOf(&s.Curve, &z, true)); err == nil && l != nil {
		p.Gain, p.Shares = l.Gain, l.Shares()
	}
	return p, err
}
