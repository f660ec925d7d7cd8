package catalog

import (
	"math/big"

	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/algebra/emulated/sw_emulated"
	"github.com/consensys/gnark/std/evmprecompiles"
	"github.com/consensys/gnark/std/math/emulated"
)

// ECRecover recovers the keys of ECDSA signatures over secp256k1. Ethereum's contract at address 1
// does the same. The prover knows digests, signatures and the keys that signed, with one
// public Poseidon2 hash. A chain's transactions name no sender but this one. The circuit is gnark's
// ECRecover of std/evmprecompiles for signatures that are valid. It is like [ECMul] for a prover,
// with two scalars a signature and a square root, and grows with the number of signatures.
var ECRecover = Circuit{
	name:        "ecrecover",
	description: "knowledge of ECDSA signatures and their keys with a hash (with a commitment)",
	scaling:     "about 188000 constraints for a signature, 180000 for each further one",
	size:        counting("signature", "signatures"),
	circuit:     callsOf[recovery],
	assign:      drawing(drawRecovery),
}

// evmV is Ethereum's v of a signature. The point of its nonce has an even ordinate.
const evmV = 27

type recovery struct {
	Digest, R, S emulated.Element[emulated.Secp256k1Fr]
	V            frontend.Variable
	Key          sw_emulated.AffinePoint[emulated.Secp256k1Fp]
}

func (r *recovery) define(api frontend.API) ([][]frontend.Variable, error) {
	curve, err := sw_emulated.New[emulated.Secp256k1Fp, emulated.Secp256k1Fr](api,
		sw_emulated.GetSecp256k1Params())
	if err != nil {
		return nil, err
	}
	const anyS, succeeds = 0, 0
	key := evmprecompiles.ECRecover(api, r.Digest, r.V, r.R, r.S, anyS, succeeds)
	curve.AssertIsEqual(key, &r.Key)
	v := []frontend.Variable{r.V, 0, 0, 0}
	return [][]frontend.Variable{r.Digest.Limbs, v, r.R.Limbs, r.S.Limbs, r.Key.X.Limbs,
		r.Key.Y.Limbs}, nil
}

// drawRecovery makes up a signature. A wrong key is the right one, doubled.
func drawRecovery(random seeded, wrong int64) example[recovery] {
	s := signSecp256k1(random)
	s.Key.ScalarMultiplication(&s.Key, big.NewInt(1+wrong))
	v := big.NewInt(int64(evmV + s.YIsOdd))
	return example[recovery]{
		call: recovery{
			Digest: secp256k1Scalar(s.Digest), R: secp256k1Scalar(s.R), S: secp256k1Scalar(s.S),
			V: v, Key: pointOf[emulated.Secp256k1Fp](s.Key.X, s.Key.Y),
		},
		numbers: []*big.Int{s.Digest, v, s.R, s.S, number(s.Key.X), number(s.Key.Y)},
	}
}
