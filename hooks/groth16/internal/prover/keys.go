package prover

import (
	"bytes"
	"fmt"
	"io"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// ReadKey reads a proving key with all checks, as its ReadFrom does. It attaches the key if the
// settings say so, or checks it against their circuit and verifying key. Points that the engine's
// device has checked stay there for that.
func (p *Prover[P1, P2, E]) ReadKey(
	from io.Reader, pk any, s *settings.Settings,
) (n int64, err error) {
	if from == nil || p.KeyType.Key(pk) == nil {
		return 0, fmt.Errorf("%w: no file, or no proving key", protocol.ErrInvalidInput)
	}
	p.OnG1(new(engine.Engine)).Unpack() // needs no device
	return keys.Read(s,
		func(made *engine.Made) (n int64, keep func(), err error) {
			return p.readKey(from, pk, s, made)
		}, func(made *engine.Made) error {
			if s.Attached {
				return p.AttachMade(pk, s, made)
			}
			_, err := p.Check(pk, s)
			return err
		})
}

// readKey reads points that stay on the device if made keeps them. It returns a function that
// writes them to the settings' folder, if they have to be.
func (p *Prover[P1, P2, E]) readKey(
	from io.Reader, pk any, s *settings.Settings, made *engine.Made,
) (n int64, keep func(), err error) {
	if s.Prepared == nil {
		_, n, err = p.readFile(from, pk, s.Engine, made)
		return n, nil, err
	}
	k := p.KeyType.Prepared()
	tables := func() error {
		_, err := p.keys.Domain(k.Key).ReadFrom(bytes.NewReader(k.Domain))
		return err
	}
	kind := "groth16-" + p.Field.Curve
	source, found, err := k.Read(s.Prepared, kind, from, tables,
		func(from io.Reader) (int64, error) {
			key, n, err := p.readFile(from, pk, s.Engine, made)
			if err == nil {
				p.keys.Set(k.Key, key) // without the domain's tables
				k.Domain, err = domainOf(p.keys.Domain(pk))
			}
			return n, err
		})
	if err != nil {
		return k.Bytes, nil, err
	}
	if found {
		p.KeyType.Copy(pk, k.Key)
	} else {
		keep = func() { k.Save(s.Prepared, kind, source) }
	}
	s.KeyFile = source.Unchanged()
	return k.Bytes, keep, nil
}

// domainOf returns a domain as gnark's files have it.
func domainOf(d io.ReaderFrom) ([]byte, error) {
	var file bytes.Buffer
	_, err := d.(io.WriterTo).WriteTo(&file)
	return file.Bytes(), err
}

func (p *Prover[P1, P2, E]) readFile(
	from io.Reader, pk any, engine *accel.Engine, made *engine.Made,
) (*protocol.Key[P1, P2, E], int64, error) {
	read := p.KeyType.New()
	key, n, err := readKey(&p.Curve, from, p.keys.Domain(read), engine, made)
	if err == nil {
		p.keys.Set(read, key)
		err = p.CheckHiding(read)
	}
	if err == nil {
		p.KeyType.Copy(pk, read)
	}
	return key, n, err
}

// Setup makes the keys of a constraint system, as gnark's Setup does. If the settings say so, it
// attaches the proving key with its system and its verifying key. Points that the engine's device
// has made stay there for that.
func (p *Prover[P1, P2, E]) Setup(ccs any, s *settings.Settings) (pk, vk any, err error) {
	if !s.Attached {
		return p.setup(ccs, s.Engine, engine.Telling(s.Progress))
	}
	err = keys.Making(s.Engine, s.Progress, func(made *engine.Made) (err error) {
		if pk, vk, err = p.setup(ccs, s.Engine, made); err != nil {
			return err
		}
		with := *s
		with.Circuit, with.VerifyingKey = ccs.(constraint.ConstraintSystem), vk
		return p.AttachMade(pk, &with, made)
	})
	return pk, vk, err
}

// setup makes points that stay on the device if made keeps them.
func (p *Prover[P1, P2, E]) setup(
	ccs any, engine *accel.Engine, made *engine.Made,
) (pk, vk any, err error) {
	sys, _ := p.System(ccs)
	keys, err := setUp(&p.Curve, sys, p.keys.RandomOnG2, engine, made)
	if err != nil {
		return nil, nil, err
	}
	return p.keys.New(keys, sys.GetNbConstraints())
}
