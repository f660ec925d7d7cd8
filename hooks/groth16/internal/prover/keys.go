package prover

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/reading"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/setup"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keyfile"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Attach loads a key ahead of its first proof, as the settings say. It prepares the constraint
// system that it belongs to unless that is nil. A nil engine is the one that the key is attached to
// already, or else [accel.Default]. A key that is attached to another engine moves; proofs under
// way finish where they began. With a verifying key, which may be nil, proofs are verified.
func (p *Prover[K, P1, P2, E, S]) Attach(pk any, s *settings.Settings) error {
	return p.attach(p.keyOf(pk), s, algebra.Telling(s.Progress))
}

// AttachWith is Attach with a system, an engine and a verifying key that may be nil.
func (p *Prover[K, P1, P2, E, S]) AttachWith(pk *K, ccs any, engine *accel.Engine, vk any) error {
	if p.VerifyingKey(vk) == nil {
		vk = nil
	}
	s := &settings.Settings{Engine: engine, VerifyingKey: vk}
	s.Circuit, _ = ccs.(constraint.ConstraintSystem)
	return p.attach(pk, s, nil)
}

// attach is Attach of a key of which a device may have points.
func (p *Prover[K, P1, P2, E, S]) attach(pk *K, s *settings.Settings, made *algebra.Made) error {
	if s.VerifyingKey != nil {
		vk := p.VerifyingKey(s.VerifyingKey)
		if vk == nil {
			return p.otherVerifyingKey()
		}
		if pk != nil {
			if err := sameSetup(p.Key(pk), vk); err != nil {
				return err
			}
		}
	}
	sys := p.system(s.Circuit)
	if sys != nil {
		sys.Folder = s.Prepared
	}
	return p.scheme.Attach(pk, sys, s.Engine, s.VerifyingKey, made)
}

// ReadKey reads a proving key with all checks, as its ReadFrom does, on an engine with a device. It
// returns the number of bytes, and gnark's errors. A key that cannot be read stays as it is.
//
// If the settings say so, it attaches the key as [Prover.Attach] does. Points that the engine's
// device has checked stay there for that.
func (p *Prover[K, P1, P2, E, S]) ReadKey(
	from io.Reader, pk any, s *settings.Settings,
) (n int64, err error) {
	key := p.keyOf(pk)
	var keeping parallel.Tasks
	keep := func(k func()) { keeping.Go(func() error { k(); return nil }) }
	defer func() { err = errors.Join(err, keeping.Wait()) }()
	if !s.Attached {
		return p.readKey(from, key, s, algebra.Telling(s.Progress), keep)
	}
	err = algebra.Making(s.Engine, s.Progress, func(made *algebra.Made) (err error) {
		if n, err = p.readKey(from, key, s, made, keep); err != nil {
			return err
		}
		return p.attach(key, s, made)
	})
	return n, err
}

// readKey reads points that stay on the device if made keeps them. Keep is called with what writes
// them to the settings' folder.
func (p *Prover[K, P1, P2, E, S]) readKey(
	from io.Reader, pk *K, s *settings.Settings, made *algebra.Made, keep func(func()),
) (n int64, err error) {
	if from == nil || pk == nil {
		return 0, fmt.Errorf("%w: no file, or no proving key", protocol.ErrInvalidInput)
	}
	if s.Prepared == nil {
		_, n, err = p.readFile(from, pk, s.Engine, made)
		return n, err
	}
	k := new(keyfile.Prepared[K])
	tables := func() error {
		_, err := p.Domain(&k.Key).ReadFrom(bytes.NewReader(k.Domain))
		return err
	}
	later, err := k.Read(s.Prepared, "groth16-"+p.Field.Curve, from, tables,
		func(from io.Reader) (int64, error) {
			key, n, err := p.readFile(from, pk, s.Engine, made)
			if err == nil {
				p.SetKey(&k.Key, key) // without the domain's tables
				k.Domain, err = domainOf(p.Domain(pk))
			}
			return n, err
		})
	switch {
	case err != nil:
	case later == nil:
		*pk = k.Key
	default:
		keep(later)
	}
	return k.Bytes, err
}

// domainOf returns a domain as gnark's files have it.
func domainOf(d io.ReaderFrom) ([]byte, error) {
	var file bytes.Buffer
	_, err := d.(io.WriterTo).WriteTo(&file)
	return file.Bytes(), err
}

// readFile reads a key from gnark's file.
func (p *Prover[K, P1, P2, E, S]) readFile(
	from io.Reader, pk *K, engine *accel.Engine, made *algebra.Made,
) (*protocol.Key[P1, P2, E], int64, error) {
	read := new(K)
	key, n, err := reading.Key(&p.Curve, from, p.Domain(read), engine, made)
	if err == nil {
		p.SetKey(read, key)
		*pk = *read
	}
	return key, n, err
}

// Setup makes the keys of a constraint system, as gnark's Setup does. For the same randomness the
// keys are the same. A nil engine is [accel.Default].
//
// If the settings say so, it attaches the proving key with its system and its verifying key. Points
// that the engine's device has made stay there for that.
func (p *Prover[K, P1, P2, E, S]) Setup(ccs any, s *settings.Settings) (pk, vk any, err error) {
	if !s.Attached {
		return p.setup(ccs, s.Engine, algebra.Telling(s.Progress))
	}
	err = algebra.Making(s.Engine, s.Progress, func(made *algebra.Made) (err error) {
		if pk, vk, err = p.setup(ccs, s.Engine, made); err != nil {
			return err
		}
		with := *s
		with.Circuit, with.VerifyingKey = ccs.(constraint.ConstraintSystem), vk
		return p.attach(p.keyOf(pk), &with, made)
	})
	return pk, vk, err
}

// setup makes points that stay on the device if made keeps them.
func (p *Prover[K, P1, P2, E, S]) setup(
	ccs any, engine *accel.Engine, made *algebra.Made,
) (pk, vk any, err error) {
	sys := p.system(ccs)
	keys, err := setup.Setup[P1, P2, E, S](&p.Curve, sys, p.RandomOnG2, engine, made)
	if err != nil {
		return nil, nil, err
	}
	return p.Keys(keys, sys.GetNbConstraints())
}
