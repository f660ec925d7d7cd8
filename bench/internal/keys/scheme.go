package keys

import (
	"errors"
	"io"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
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

// pair is what a setup makes.
type pair struct{ proving, verifying key }

// scheme is a proof system.
type scheme struct {
	builder frontend.NewBuilder
	// prepare does what comes before a setup.
	prepare func(ccs constraint.ConstraintSystem, e *accel.Engine) (subject, error)
	// blank returns a proving key to be read.
	blank func(ecc.ID) key
	// read is ours.
	read func(from io.Reader, to key, e *accel.Engine) (int64, error)
}

// subject is a circuit's setups.
type subject struct {
	ours, gnarks func() (pair, error)
	// check refuses keys of our setup that are wrong.
	check func(ours pair, i *instance) error
}

var schemes = map[string]scheme{
	"groth16": {
		r1cs.NewBuilder[constraint.U64], prepareGroth16,
		func(curve ecc.ID) key { return groth16.NewProvingKey(curve) },
		func(from io.Reader, to key, e *accel.Engine) (int64, error) {
			return ours16.ReadKey(from, to.(groth16.ProvingKey), ours16.WithEngine(e))
		},
	},
	"plonk": {
		scs.NewBuilder[constraint.U64], preparePLONK,
		func(curve ecc.ID) key { return plonk.NewProvingKey(curve) },
		func(from io.Reader, to key, e *accel.Engine) (int64, error) {
			return oursplonk.ReadKey(from, to.(plonk.ProvingKey), oursplonk.WithEngine(e))
		},
	},
}

// prepareGroth16: keys are checked by a proof of gnark's, since their randomness is their own.
func prepareGroth16(ccs constraint.ConstraintSystem, e *accel.Engine) (subject, error) {
	return subject{
		ours: func() (pair, error) {
			pk, vk, err := ours16.Setup(ccs, ours16.WithEngine(e))
			return pair{pk, vk}, err
		},
		gnarks: func() (pair, error) {
			pk, vk, err := groth16.Setup(ccs)
			return pair{pk, vk}, err
		},
		check: func(ours pair, i *instance) error {
			proof, err := groth16.Prove(ccs, ours.proving.(groth16.ProvingKey), i.full)
			if err != nil {
				return err
			}
			return groth16.Verify(proof, ours.verifying.(groth16.VerifyingKey), i.public)
		},
	}, nil
}

// preparePLONK makes a reference string, whose secret this process has known. Keys are compared
// with gnark's.
func preparePLONK(ccs constraint.ConstraintSystem, e *accel.Engine) (subject, error) {
	canonical, lagrange, err := testsrs.New(ccs, e)
	if err != nil {
		return subject{}, err
	}
	gnarks := func() (pair, error) {
		pk, vk, err := plonk.Setup(ccs, canonical, lagrange)
		return pair{pk, vk}, err
	}
	return subject{
		ours: func() (pair, error) {
			pk, vk, err := oursplonk.Setup(ccs, canonical, lagrange, oursplonk.WithEngine(e))
			return pair{pk, vk}, err
		},
		gnarks: gnarks,
		check: func(ours pair, _ *instance) error {
			want, err := gnarks()
			if err != nil {
				return err
			}
			return errors.Join(same(ours.proving, want.proving),
				same(ours.verifying, want.verifying))
		},
	}, nil
}
