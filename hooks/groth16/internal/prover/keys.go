package prover

import (
	"bytes"
	"io"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// ReadKey reads a proving key with all checks, as its ReadFrom does: see [keys.Attached.ReadKey].
func (p *Prover[P1, P2, E]) ReadKey(
	from io.Reader, pk any, s *settings.Settings,
) (n int64, err error) {
	p.OnG1(new(engine.Engine)).Unpack() // needs no device
	return p.Scheme.ReadKey(pk, s, &keys.File{
		From: from, Kind: "groth16-" + p.Field.Curve,
		Read: func(from io.Reader, made *engine.Made) (pk any, n int64, err error) {
			return p.readKey(from, s.Engine, made)
		},
		Shorten: func(to *keys.Prepared, pk any) error {
			p.keys.Set(to.Key, p.Key(pk)) // without the domain's tables
			var domain bytes.Buffer
			_, err := p.keys.Domain(pk).(io.WriterTo).WriteTo(&domain)
			to.Domain = domain.Bytes()
			return err
		},
		Complete: func(k *keys.Prepared) error {
			_, err := p.keys.Domain(k.Key).ReadFrom(bytes.NewReader(k.Domain))
			return err
		},
	})
}

// readKey reads points that stay on the device if made keeps them.
func (p *Prover[P1, P2, E]) readKey(
	from io.Reader, engine *accel.Engine, made *engine.Made,
) (pk any, n int64, err error) {
	pk = p.KeyType.New()
	key, n, err := readKey(&p.Curve, from, p.keys.Domain(pk), engine, made)
	if err == nil {
		p.keys.Set(pk, key)
		err = p.CheckHiding(pk)
	}
	return pk, n, err
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
	sys, err := p.Provable(ccs)
	if err != nil {
		return nil, nil, err
	}
	keys, err := setUp(&p.Curve, sys, p.keys.RandomOnG2, engine, made)
	if err != nil {
		return nil, nil, err
	}
	return p.keys.New(keys, sys.GetNbConstraints())
}
