package catalog

import (
	"fmt"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc/twistededwards"
	nativeeddsa "github.com/consensys/gnark-crypto/signature/eddsa"
	"github.com/consensys/gnark/frontend"
	edwards "github.com/consensys/gnark/std/algebra/native/twistededwards"
	"github.com/consensys/gnark/std/hash/mimc"
	"github.com/consensys/gnark/std/signature/eddsa"
)

// EdDSA verifies signatures on the twisted Edwards curve over the scalar field. Messages are hashed
// with MiMC. A rollup proves the same about a batch of transfers. The prover knows a valid
// signature of each public message under each public key. The number of signatures is chosen by the
// number of constraints, at least one.
var EdDSA Circuit = family{
	name:        "eddsa",
	description: "knowledge of EdDSA signatures of public messages",
	scaling:     "about 7800 constraints a signature, in any number",
	size:        counting("signature"),
	of: func(r request) (sizes, error) {
		circuit := func(n int) frontend.Circuit { return newEdDSACircuit(r.curve, n) }
		return sizes{circuit, func(n int) (_, _ frontend.Circuit, err error) {
			valid, invalid := newEdDSACircuit(r.curve, n), newEdDSACircuit(r.curve, n)
			random := r.random()
			for i := range n {
				if valid.Signed[i], err = sign(r.curve, random); err != nil {
					return nil, nil, err
				}
			}
			copy(invalid.Signed, valid.Signed)
			last := &invalid.Signed[n-1]
			last.Message = successor(last.Message.(*big.Int))
			return valid, invalid, nil
		}}, nil
	},
}

// sign makes up a key and a message, and signs it.
func sign(curve native, random seeded) (signedMessage, error) {
	key, err := nativeeddsa.New(curve.edwards, random)
	if err != nil {
		return signedMessage{}, fmt.Errorf("EdDSA key over the scalar field of %s: %w", curve.id,
			err)
	}
	message := random.Below(curve.field())
	signature, err := key.Sign(curve.bytes(message), curve.mimc.New())
	if err != nil {
		return signedMessage{}, fmt.Errorf("EdDSA signature over the scalar field of %s: %w",
			curve.id, err)
	}
	s := signedMessage{Message: message}
	s.Signer.Assign(curve.edwards, key.Public().Bytes())
	s.Signature.Assign(curve.edwards, signature)
	return s, nil
}

type eddsaCircuit struct {
	Signed []signedMessage

	edwards twistededwards.ID
}

type signedMessage struct {
	Message   frontend.Variable `gnark:",public"`
	Signer    eddsa.PublicKey   `gnark:",public"`
	Signature eddsa.Signature
}

func newEdDSACircuit(curve native, signatures int) *eddsaCircuit {
	return &eddsaCircuit{Signed: make([]signedMessage, signatures), edwards: curve.edwards}
}

// Define implements frontend.Circuit.
func (c *eddsaCircuit) Define(api frontend.API) error {
	curve, err := edwards.NewEdCurve(api, c.edwards)
	if err != nil {
		return err
	}
	hash, err := mimc.New(api)
	if err != nil {
		return err
	}
	for _, s := range c.Signed {
		hash.Reset()
		if err := eddsa.Verify(curve, s.Signature, s.Message, s.Signer, hash); err != nil {
			return err
		}
	}
	return nil
}
