package points

import (
	"math/big"

	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/algebra/emulated/sw_emulated"
	"github.com/consensys/gnark/std/evmprecompiles"
	"github.com/consensys/gnark/std/math/emulated"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog/internal/values"
)

// Recoveries are calls of gnark's ECRecover: the key that signed a digest over secp256k1.
func Recoveries() Family { return family[recovery, *recovery]{drawRecovery} }

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

// drawRecovery makes up a signature. The wrong key is the right one, doubled.
func drawRecovery(random values.Random) (right, wrong example[recovery]) {
	s := Sign(random)
	other := s
	other.Key.Double(&s.Key)
	return recoveryOf(s), recoveryOf(other)
}

func recoveryOf(s Signature) example[recovery] {
	v := big.NewInt(int64(evmV + s.YIsOdd))
	return example[recovery]{
		call: recovery{
			Digest: emulated.ValueOf[emulated.Secp256k1Fr](s.Digest),
			R:      emulated.ValueOf[emulated.Secp256k1Fr](s.R),
			S:      emulated.ValueOf[emulated.Secp256k1Fr](s.S),
			V:      v,
			Key:    Secp256k1Point(s.Key),
		},
		numbers: []*big.Int{s.Digest, v, s.R, s.S, number(s.Key.X), number(s.Key.Y)},
	}
}
