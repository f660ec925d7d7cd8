package kept

import (
	"cmp"
	"errors"
	"reflect"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	fast16 "github.com/gnark-accel/gnark-accel/hooks/groth16"
	fastplonk "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

// Groth16 proves with a key whose file is a dump, over BN254.
func Groth16(files Files, w witness.Witness) (groth16.Proof, error) {
	return groth16s.prove(files, w)
}

func loadGroth16(files Files) (prover[groth16.Proof], error) {
	ccs, pk := groth16.NewCS(ecc.BN254), groth16.NewProvingKey(ecc.BN254)
	vk := groth16.NewVerifyingKey(ecc.BN254)
	on, err := engine()
	err = cmp.Or(err, Read(files[circuit], ccs), Read(files[verifyingKey], vk),
		read(files[key], func(r *bounded) error {
			r.wide, r.skip = true, 8 // a dump's mark
			return pk.ReadDump(r)
		}))
	if err == nil {
		err = fast16.Attach(pk, fast16.WithEngine(on), fast16.WithCircuit(ccs),
			fast16.WithVerifyingKey(vk), fast16.WithPreparedFolder(preparedBeside(files[key])))
	}
	return func(w witness.Witness) (groth16.Proof, error) { return fast16.Prove(ccs, pk, w) }, err
}

// PLONK proves over BN254. The key's file is compressed or raw.
func PLONK(files Files, w witness.Witness) (plonk.Proof, error) { return plonks.prove(files, w) }

func loadPLONK(files Files) (prover[plonk.Proof], error) {
	ccs, pk := plonk.NewCS(ecc.BN254), plonk.NewProvingKey(ecc.BN254)
	vk := plonk.NewVerifyingKey(ecc.BN254)
	on, err := engine()
	if err = cmp.Or(err, Read(files[circuit], ccs), Read(files[verifyingKey], vk)); err == nil {
		err = read(files[key], func(r *bounded) error {
			_, err := fastplonk.ReadKey(r.file, pk, fastplonk.WithAttached(),
				fastplonk.WithEngine(on), fastplonk.WithCircuit(ccs),
				fastplonk.WithPreparedFolder(preparedBeside(files[key])))
			return err
		})
	}
	if err == nil && !reflect.DeepEqual(pk.VerifyingKey(), vk) { // which verifies proofs
		err = fastplonk.ErrKeyMismatch
	}
	return func(w witness.Witness) (plonk.Proof, error) { return fastplonk.Prove(ccs, pk, w) }, err
}

// ReadKey reads a key from a file of gnark's, with all checks. It attaches the key to the engine.
func ReadKey(path string, pk groth16.ProvingKey) error {
	return read(path, func(r *bounded) error {
		on, err := engine()
		if err == nil {
			_, err = fast16.ReadKey(r.file, pk, fast16.WithAttached(), fast16.WithEngine(on),
				fast16.WithPreparedFolder(preparedBeside(path)))
		}
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
