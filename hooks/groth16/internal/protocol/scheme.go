package protocol

import (
	"cmp"
	"errors"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Scheme is gnark's Groth16 over one curve. The groups have points P1 and P2, and the field has
// scalars E.
type Scheme[P1, P2, E comparable] struct {
	Gnark[P1, P2, E]
	keys.Attached[*attachment[P1, P2, E]]
	// equations verify proofs with these keys where there is no verifying key.
	equations keys.Cache[*equations[P1, P2, E]]
	// files has the files of keys that were read with a folder.
	files keys.Cache[*keyFile[P1, P2]]
}

// NewScheme returns the scheme over a curve.
func NewScheme[P1, P2, E comparable](g Gnark[P1, P2, E]) *Scheme[P1, P2, E] {
	s := &Scheme[P1, P2, E]{Gnark: g}
	s.Type, s.ErrInvalidInput = g.KeyType, ErrInvalidInput
	s.Matches, s.Load, s.Check = s.matches, s.load, s.check
	return s
}

// check refuses a system, or a verifying key, that the key does not belong to. With a verifying key
// all proofs with the key are verified.
func (s *Scheme[P1, P2, E]) check(
	pk any, with *settings.Settings,
) (prepare func(*attachment[P1, P2, E]) error, err error) {
	key, vk := s.Key(pk), with.VerifyingKey
	if vk != nil {
		if err := s.fits(vk, key); err != nil {
			return nil, err
		}
	}
	var sys *system.System[E]
	if s.SystemOf(with.Circuit) != nil {
		if sys, err = s.Provable(with.Circuit); err != nil {
			return nil, err
		}
		if err := checkKey(sys, key); err != nil {
			return nil, err
		}
		sys.Folder = with.Prepared
		sys.ReadAhead(key.Domain.Len())
	}
	if err := s.readFrom(pk, with); err != nil {
		return nil, err
	}
	return func(a *attachment[P1, P2, E]) error {
		if vk != nil {
			a.verifyingKey.Store(vk)
		}
		var compared parallel.Tasks // beside work that is mostly the processors'
		compared.Go(func() error { return a.compare(key, with.CheckedKey) })
		if sys == nil {
			return compared.Wait()
		}
		unprepared := s.prepare(a, pk, sys)
		return cmp.Or(compared.Wait(), unprepared)
	}, nil
}

// prepare does work ahead that the first proofs of a system do otherwise. It does so for the solver
// and on the device.
func (s *Scheme[P1, P2, E]) prepare(a *attachment[P1, P2, E], of any, sys *system.System[E]) error {
	equations, err := s.equationsOf(of)
	if err != nil {
		return err
	}
	pk := s.Key(of)
	var tasks parallel.Tasks
	tasks.Go(func() error {
		sys.Prepare(sys.Folder)
		return nil
	})
	tasks.Go(func() error {
		return a.atOnce(func(at site[P1, P2, E]) error { return at.prepare(pk, sys) })
	})
	if a.verifyingKey.Load() == nil {
		tasks.Go(func() error {
			_, err := equations.of(&s.Curve, sys, pk)
			if errors.Is(err, errUnwritten) {
				return nil // gnark makes the proofs then
			}
			return err
		})
	}
	return tasks.Wait()
}

// AttachWith is that of [keys.Attached], for a verifying key that may be gnark's nil.
func (s *Scheme[P1, P2, E]) AttachWith(pk, ccs any, engine *accel.Engine, vk any) error {
	if s.VerifyingKey(vk) == nil {
		vk = nil
	}
	return s.Attached.AttachWith(pk, ccs, engine, vk)
}

// Release is Release of [keys.Attached], and releases the key's equations too.
func (s *Scheme[P1, P2, E]) Release(pk any) error {
	err := s.Attached.Release(pk)
	if key := s.Type.Key(pk); key != nil {
		err = errors.Join(err, s.equations.Release(key))
	}
	return err
}

func (s *Scheme[P1, P2, E]) matches(a *attachment[P1, P2, E], pk any) bool {
	return matches(&a.key, s.Key(pk))
}

// PlanOf is a dry run: it loads a key of these sizes, and makes a proof. Where the key is spread,
// the plan is the plan of the device that has the quotient, and has the shares of all.
func (s *Scheme[P1, P2, E]) PlanOf(z system.Sizes, r *group.DryRun) (*memory.Plan, error) {
	key := device.KeyOf[P1, P2](z)
	r.NoteProofs(r.Machine.Choose(device.WorkOf[P1, P2, E](key), engine.Nominally))
	layout := r.Machine.Lay(piecesOf[P1, P2, E](key))
	if layout != nil {
		key = keyOf(key, shareOf(layout, layout.Targets[0].Device))
	}
	p, err := device.Plan(r.DryRun, s.on(r.DryRun.Engine), z, key)
	if err == nil && layout != nil {
		p.Gain, p.Shares = layout.Gain, layout.Shares()
	}
	return p, err
}
