package catalog

import (
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/algebra/emulated/sw_emulated"
	"github.com/consensys/gnark/std/math/emulated"
	"github.com/consensys/gnark/std/signature/ecdsa"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog/internal/points"
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
var ECDSA Circuit = family{
	name: "ecdsa",
	description: "knowledge of ECDSA signatures over secp256k1 of public digests " +
		"(with a commitment)",
	scaling: "about 185000 constraints for a signature, 150000 to 180000 for each further one",
	size:    counting("signature"),
	of: func(r request) (sizes, error) {
		circuit := func(n int) frontend.Circuit { return newECDSACircuit(n) }
		return sizes{circuit, func(n int) (_, _ frontend.Circuit, err error) {
			valid, invalid := newECDSACircuit(n), newECDSACircuit(n)
			random := r.random()
			for i := range n {
				s := points.Sign(random)
				valid.Signed[i] = signedWith(s)
				s.Digest = successor(s.Digest)
				invalid.Signed[i] = signedWith(s)
			}
			copy(invalid.Signed, valid.Signed[:n-1]) // only the last digest is wrong
			return valid, invalid, nil
		}}, nil
	},
}

func signedWith(s points.Signature) ecdsaSigned {
	return ecdsaSigned{
		Digest: emulated.ValueOf[emulated.Secp256k1Fr](s.Digest),
		Signer: secp256k1Key(points.Secp256k1Point(s.Key)),
		Signature: ecdsa.Signature[emulated.Secp256k1Fr]{
			R: emulated.ValueOf[emulated.Secp256k1Fr](s.R),
			S: emulated.ValueOf[emulated.Secp256k1Fr](s.S),
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
