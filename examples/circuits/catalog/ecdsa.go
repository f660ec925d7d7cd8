package catalog

import (
	"math"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
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
type ECDSA struct{ everyCurve }

// Name implements [Circuit].
func (ECDSA) Name() string { return "ecdsa" }

// Description implements [Circuit].
func (ECDSA) Description() string {
	return "knowledge of ECDSA signatures over secp256k1 of public digests (with a commitment)"
}

// Scaling implements [Circuit].
func (ECDSA) Scaling() string {
	return "about 185000 constraints for a signature, 150000 to 180000 for each further one"
}

// New implements [Circuit].
func (ECDSA) New(curve ecc.ID, constraints int, opts ...Option) (Instance, error) {
	r, err := newRequest(curve, constraints, opts)
	if err != nil {
		return Instance{}, err
	}
	count, err := r.size(math.MaxInt, func(size int) frontend.Circuit {
		return newECDSACircuit(size)
	})
	if err != nil {
		return Instance{}, err
	}
	valid, invalid := newECDSACircuit(count), newECDSACircuit(count)
	random := r.random()
	for i := range count {
		s := signSecp256k1(random)
		valid.Signed[i] = s.assign()
		s.digest.Add(s.digest, big.NewInt(1))
		invalid.Signed[i] = s.assign()
	}
	copy(invalid.Signed, valid.Signed[:count-1]) // only the last digest is wrong
	return Instance{
		Circuit:    newECDSACircuit(count),
		Assignment: valid,
		Invalid:    invalid,
		Size:       counted(count, "signature"),
	}, nil
}

// secp256k1Signature is a signature (r, s) of a digest under a public key.
type secp256k1Signature struct {
	digest, r, s *big.Int
	key          secp256k1.G1Affine
}

// signSecp256k1 makes up a key and a digest, and signs it. For the nonce k, r is the abscissa of
// k·G, and s = (digest + r·secret)/k (SEC 1, version 2.0, section 4.1.3). gnark-crypto's ECDSA
// draws nonces of its own, so that the same seed would not give the same signature.
func signSecp256k1(random random) secp256k1Signature {
	_, base := secp256k1.Generators()
	order := secp256k1fr.Modulus()
	nonZero := func() *big.Int {
		x := random.below(new(big.Int).Sub(order, big.NewInt(1)))
		return x.Add(x, big.NewInt(1))
	}
	secret, nonce := nonZero(), nonZero()
	signature := secp256k1Signature{digest: random.below(order)}
	signature.key.ScalarMultiplication(&base, secret)

	var point secp256k1.G1Affine
	point.ScalarMultiplication(&base, nonce)
	r := point.X.BigInt(new(big.Int))
	signature.r = r.Mod(r, order)
	s := new(big.Int).Mul(signature.r, secret)
	s.Add(s, signature.digest).Mul(s, nonce.ModInverse(nonce, order))
	signature.s = s.Mod(s, order)
	return signature
}

func (s secp256k1Signature) assign() ecdsaSigned {
	return ecdsaSigned{
		Digest: emulated.ValueOf[emulated.Secp256k1Fr](s.digest),
		Signer: secp256k1Key{
			X: emulated.ValueOf[emulated.Secp256k1Fp](s.key.X),
			Y: emulated.ValueOf[emulated.Secp256k1Fp](s.key.Y),
		},
		Signature: ecdsa.Signature[emulated.Secp256k1Fr]{
			R: emulated.ValueOf[emulated.Secp256k1Fr](s.r),
			S: emulated.ValueOf[emulated.Secp256k1Fr](s.s),
		},
	}
}

type secp256k1Key = ecdsa.PublicKey[emulated.Secp256k1Fp, emulated.Secp256k1Fr]

type ecdsaCircuit struct {
	Signed []ecdsaSigned
}

type ecdsaSigned struct {
	Digest    emulated.Element[emulated.Secp256k1Fr] `gnark:",public"`
	Signer    secp256k1Key                           `gnark:",public"`
	Signature ecdsa.Signature[emulated.Secp256k1Fr]
}

func newECDSACircuit(signatures int) *ecdsaCircuit {
	return &ecdsaCircuit{Signed: make([]ecdsaSigned, signatures)}
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
