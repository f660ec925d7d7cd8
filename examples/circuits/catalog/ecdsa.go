package catalog

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc/secp256k1"
	secp256k1fr "github.com/consensys/gnark-crypto/ecc/secp256k1/fr"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/algebra/emulated/sw_emulated"
	"github.com/consensys/gnark/std/math/emulated"
	"github.com/consensys/gnark/std/signature/ecdsa"
)

// ECDSA is the verification of ECDSA signatures over secp256k1, the curve of Bitcoin and Ethereum.
// The prover knows a valid signature of each public digest under each public key. Neither field of
// secp256k1 is the field of the circuit, so each of their elements is four limbs of 64 bits, and a
// product of two is checked by a relation between limbs (gnark's std/math/emulated). Circuits about
// the world outside look like this: wide additions, small values, and range checks by a lookup
// argument, whose challenge is a commitment to part of the witness. The circuit does not check that
// a public key lies on the curve; who verifies the proof has the key and can. The number of
// signatures is chosen by the number of constraints, at least one. It is met less closely than by
// other circuits: gnark widens the table of the range checks as they become more, so that the first
// signatures cost more than the later ones.
var ECDSA = Circuit{
	name: "ecdsa",
	description: "knowledge of ECDSA signatures over secp256k1 of public digests " +
		"(with a commitment)",
	scaling: "about 185000 constraints for a signature, 150000 to 180000 for each further one",
	size:    counting("signature", "signatures"),
	circuit: func(_ request, n int) (frontend.Circuit, error) {
		return &ecdsaCircuit{make([]ecdsaSigned, n)}, nil
	},
	assign: func(r request, n int, wrong int64) (frontend.Circuit, error) {
		c, random := &ecdsaCircuit{}, r.random()
		for i := range n {
			s := signSecp256k1(random)
			if i == n-1 {
				s.Digest = plus(s.Digest, wrong)
			}
			c.Signed = append(c.Signed, ecdsaSigned{
				Digest: secp256k1Scalar(s.Digest),
				Signer: secp256k1Key(pointOf[emulated.Secp256k1Fp](s.Key.X, s.Key.Y)),
				Signature: ecdsa.Signature[emulated.Secp256k1Fr]{
					R: secp256k1Scalar(s.R), S: secp256k1Scalar(s.S),
				},
			})
		}
		return c, nil
	},
}

var secp256k1Scalar = emulated.ValueOf[emulated.Secp256k1Fr]

type secp256k1Key = ecdsa.PublicKey[emulated.Secp256k1Fp, emulated.Secp256k1Fr]

type ecdsaCircuit struct {
	Signed []ecdsaSigned
}

type ecdsaSigned struct {
	Digest    emulated.Element[emulated.Secp256k1Fr] `gnark:",public"`
	Signer    secp256k1Key                           `gnark:",public"`
	Signature ecdsa.Signature[emulated.Secp256k1Fr]
}

// Define implements frontend.Circuit.
func (c *ecdsaCircuit) Define(api frontend.API) error {
	curve := sw_emulated.GetCurveParams[emulated.Secp256k1Fp]()
	for i := range c.Signed {
		s := &c.Signed[i]
		s.Signer.Verify(api, curve, &s.Digest, &s.Signature)
	}
	return nil
}

// signed is an ECDSA signature (R, S) of a digest over secp256k1.
type signed struct {
	Digest, R, S *big.Int
	Key          secp256k1.G1Affine
	// YIsOdd is 1 if the point of the nonce has an odd ordinate, else 0.
	YIsOdd uint
}

// signSecp256k1 makes up a key and a digest, and signs it. For the nonce k, r is the abscissa of
// k·G, and s = (digest + r·secret)/k (SEC 1, version 2.0, section 4.1.3). gnark-crypto's ECDSA
// draws nonces of its own, so that the same seed would not give the same signature.
func signSecp256k1(random seeded) signed {
	_, base := secp256k1.Generators()
	order := secp256k1fr.Modulus()
	secret, nonce := random.NonZero(order), random.NonZero(order)
	signature := signed{Digest: random.Below(order)}
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

// pointOf assigns a point over a field that is emulated.
func pointOf[F emulated.FieldParams](x, y any) sw_emulated.AffinePoint[F] {
	return sw_emulated.AffinePoint[F]{X: emulated.ValueOf[F](x), Y: emulated.ValueOf[F](y)}
}
