package points

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc/secp256k1"
	secp256k1fr "github.com/consensys/gnark-crypto/ecc/secp256k1/fr"
	"github.com/consensys/gnark/std/algebra/emulated/sw_emulated"
	"github.com/consensys/gnark/std/math/emulated"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog/internal/values"
)

// Signature is an ECDSA signature (R, S) of a digest over secp256k1.
type Signature struct {
	Digest, R, S *big.Int
	Key          secp256k1.G1Affine
	// YIsOdd is 1 if the point of the nonce has an odd ordinate, else 0.
	YIsOdd uint
}

// Sign makes up a key and a digest, and signs it. For the nonce k, r is the abscissa of k·G, and
// s = (digest + r·secret)/k (SEC 1, version 2.0, section 4.1.3). gnark-crypto's ECDSA draws nonces
// of its own, so that the same seed would not give the same signature.
func Sign(random values.Random) Signature {
	_, base := secp256k1.Generators()
	order := secp256k1fr.Modulus()
	secret, nonce := random.NonZero(order), random.NonZero(order)
	signature := Signature{Digest: random.Below(order)}
	signature.Key.ScalarMultiplication(&base, secret)

	var point secp256k1.G1Affine
	point.ScalarMultiplication(&base, nonce)
	signature.YIsOdd = number(point.Y).Bit(0)
	r := number(point.X)
	signature.R = r.Mod(r, order)
	s := new(big.Int).Mul(signature.R, secret)
	s.Add(s, signature.Digest).Mul(s, nonce.ModInverse(nonce, order))
	signature.S = s.Mod(s, order)
	return signature
}

// Secp256k1Point assigns a point.
func Secp256k1Point(p secp256k1.G1Affine) sw_emulated.AffinePoint[emulated.Secp256k1Fp] {
	return sw_emulated.AffinePoint[emulated.Secp256k1Fp]{
		X: emulated.ValueOf[emulated.Secp256k1Fp](p.X),
		Y: emulated.ValueOf[emulated.Secp256k1Fp](p.Y),
	}
}
