package first

import (
	"io"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/circuits/testsrs"
	ours16 "github.com/gnark-accel/gnark-accel/hooks/groth16"
	oursplonk "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

// key is a proving or a verifying key.
type key interface {
	io.WriterTo
	io.ReaderFrom
	WriteRawTo(io.Writer) (int64, error)
}

// scheme is a proof system.
type scheme struct {
	builder frontend.NewBuilder
	// setup makes the keys, with our setup.
	setup func(constraint.ConstraintSystem, *accel.Engine) (proving, verifying key, err error)
	// system, provingKey and verifyingKey are what files are read into.
	system                   func(ecc.ID) constraint.ConstraintSystem
	provingKey, verifyingKey func(ecc.ID) key

	// read, attach and prove are ours.
	read   func(from io.Reader, to key, e *accel.Engine) error
	attach func(proving, verifying key, ccs constraint.ConstraintSystem, e *accel.Engine) error
	prove  func(*loaded, ...backend.ProverOption) (any, error)

	gnarks func(*loaded) (any, error)
	verify func(proof any, verifying key, public witness.Witness) error
}

// loaded is what a proof takes.
type loaded struct {
	ccs                constraint.ConstraintSystem
	proving, verifying key
	full, public       witness.Witness
}

var schemes = map[string]scheme{"groth16": groth16Scheme, "plonk": plonkScheme}

var groth16Scheme = scheme{
	builder: r1cs.NewBuilder[constraint.U64],
	setup: func(ccs constraint.ConstraintSystem, e *accel.Engine) (key, key, error) {
		return ours16.Setup(ccs, ours16.WithEngine(e))
	},
	system:       groth16.NewCS,
	provingKey:   func(curve ecc.ID) key { return groth16.NewProvingKey(curve) },
	verifyingKey: func(curve ecc.ID) key { return groth16.NewVerifyingKey(curve) },
	read: func(from io.Reader, to key, e *accel.Engine) error {
		_, err := ours16.ReadKey(from, to.(groth16.ProvingKey), ours16.WithEngine(e),
			ours16.WithAttached())
		return err
	},
	attach: func(proving, verifying key, ccs constraint.ConstraintSystem, e *accel.Engine) error {
		return ours16.Attach(proving.(groth16.ProvingKey), ours16.WithEngine(e),
			ours16.WithCircuit(ccs), ours16.WithVerifyingKey(verifying.(groth16.VerifyingKey)))
	},
	prove: func(l *loaded, opts ...backend.ProverOption) (any, error) {
		return ours16.Prove(l.ccs, l.proving.(groth16.ProvingKey), l.full, opts...)
	},
	gnarks: func(l *loaded) (any, error) {
		return groth16.Prove(l.ccs, l.proving.(groth16.ProvingKey), l.full)
	},
	verify: func(proof any, verifying key, public witness.Witness) error {
		return groth16.Verify(proof.(groth16.Proof), verifying.(groth16.VerifyingKey), public)
	},
}

var plonkScheme = scheme{
	builder: scs.NewBuilder[constraint.U64],
	setup: func(ccs constraint.ConstraintSystem, e *accel.Engine) (key, key, error) {
		canonical, lagrange, err := testsrs.New(ccs, e)
		if err != nil {
			return nil, nil, err
		}
		return oursplonk.Setup(ccs, canonical, lagrange, oursplonk.WithEngine(e))
	},
	system:       plonk.NewCS,
	provingKey:   func(curve ecc.ID) key { return plonk.NewProvingKey(curve) },
	verifyingKey: func(curve ecc.ID) key { return plonk.NewVerifyingKey(curve) },
	read: func(from io.Reader, to key, e *accel.Engine) error {
		_, err := oursplonk.ReadKey(from, to.(plonk.ProvingKey), oursplonk.WithEngine(e),
			oursplonk.WithAttached())
		return err
	},
	attach: func(proving, _ key, ccs constraint.ConstraintSystem, e *accel.Engine) error {
		return oursplonk.Attach(proving.(plonk.ProvingKey), oursplonk.WithEngine(e),
			oursplonk.WithCircuit(ccs))
	},
	prove: func(l *loaded, opts ...backend.ProverOption) (any, error) {
		return oursplonk.Prove(l.ccs, l.proving.(plonk.ProvingKey), l.full, opts...)
	},
	gnarks: func(l *loaded) (any, error) {
		return plonk.Prove(l.ccs, l.proving.(plonk.ProvingKey), l.full)
	},
	verify: func(proof any, verifying key, public witness.Witness) error {
		return plonk.Verify(proof.(plonk.Proof), verifying.(plonk.VerifyingKey), public)
	},
}
