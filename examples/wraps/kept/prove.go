package kept

import (
	"cmp"
	"errors"
	"io"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	fast16 "github.com/gnark-accel/gnark-accel/hooks/groth16"
	fastplonk "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

var (
	groth16s shelf[groth16.ProvingKey, groth16.VerifyingKey]
	plonks   shelf[plonk.ProvingKey, plonk.VerifyingKey]
)

// Groth16 proves with a key whose file is a dump, over BN254.
func Groth16(files Files, w witness.Witness) (proof groth16.Proof, err error) {
	defer func() { err = errors.Join(err, Why(recover())) }()
	s, err := groth16s.take(files, loadGroth16)
	if err != nil {
		return nil, err
	}
	return fast16.Prove(s.ccs, s.pk, w)
}

func loadGroth16(files Files) (*system[groth16.ProvingKey, groth16.VerifyingKey], error) {
	s := &system[groth16.ProvingKey, groth16.VerifyingKey]{groth16.NewCS(ecc.BN254),
		groth16.NewProvingKey(ecc.BN254), groth16.NewVerifyingKey(ecc.BN254)}
	on, err := beside(files, s.ccs, s.vk)
	if err == nil {
		err = read(files.Key, func(r *bounded) error {
			r.wide, r.skip = true, 8 // a dump's mark
			return s.pk.ReadDump(r)
		})
	}
	if err == nil {
		err = fast16.Attach(s.pk, fast16.WithEngine(on), fast16.WithCircuit(s.ccs),
			fast16.WithVerifyingKey(s.vk), fast16.WithPreparedFolder(preparedBeside(files.Key)))
	}
	return s, err
}

// beside reads the files beside the key, which is for the engine.
func beside(files Files, ccs, vk io.ReaderFrom) (*accel.Engine, error) {
	on, err := engine()
	return on, cmp.Or(err, Read(files.Circuit, ccs), Read(files.VerifyingKey, vk))
}

// PLONK proves over BN254, and verifies the proof. The key's file is compressed or raw.
func PLONK(files Files, w witness.Witness) (proof plonk.Proof, err error) {
	defer func() { err = errors.Join(err, Why(recover())) }()
	s, err := plonks.take(files, loadPLONK)
	if err != nil {
		return nil, err
	}
	public, err := w.Public()
	if err == nil {
		proof, err = fastplonk.Prove(s.ccs, s.pk, w)
	}
	if err == nil {
		err = plonk.Verify(proof, s.vk, public)
	}
	return proof, err
}

func loadPLONK(files Files) (*system[plonk.ProvingKey, plonk.VerifyingKey], error) {
	s := &system[plonk.ProvingKey, plonk.VerifyingKey]{plonk.NewCS(ecc.BN254),
		plonk.NewProvingKey(ecc.BN254), plonk.NewVerifyingKey(ecc.BN254)}
	on, err := beside(files, s.ccs, s.vk)
	if err == nil {
		err = read(files.Key, func(r *bounded) error {
			_, err := fastplonk.ReadKey(r.file, s.pk, fastplonk.WithAttached(),
				fastplonk.WithEngine(on), fastplonk.WithCircuit(s.ccs),
				fastplonk.WithPreparedFolder(preparedBeside(files.Key)))
			return err
		})
	}
	return s, err
}

// ReadKey reads a key from a file of gnark's, with all checks. It attaches the key to the engine.
func ReadKey(path string, pk groth16.ProvingKey) error {
	on, err := engine()
	if err != nil {
		return err
	}
	return read(path, func(r *bounded) error {
		_, err := fast16.ReadKey(r.file, pk, fast16.WithAttached(), fast16.WithEngine(on),
			fast16.WithPreparedFolder(preparedBeside(path)))
		return err
	})
}

// Prove proves with a key that the program has, on the engine.
func Prove(
	ccs constraint.ConstraintSystem, pk groth16.ProvingKey, w witness.Witness,
	options ...backend.ProverOption,
) (proof groth16.Proof, err error) {
	defer func() { err = errors.Join(err, Why(recover())) }()
	on, err := engine()
	if err == nil {
		err = fast16.Attach(pk, fast16.WithEngine(on)) // nothing, where it is attached
	}
	if err != nil {
		return nil, err
	}
	return fast16.Prove(ccs, pk, w, options...)
}

// Attach prepares a circuit ahead of the first proof with a key. The path is the key's.
func Attach(path string, pk groth16.ProvingKey, ccs constraint.ConstraintSystem) error {
	on, err := engine()
	if err != nil {
		return err
	}
	return fast16.Attach(pk, fast16.WithEngine(on), fast16.WithCircuit(ccs),
		fast16.WithPreparedFolder(preparedBeside(path)))
}
