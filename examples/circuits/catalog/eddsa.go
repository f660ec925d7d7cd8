package catalog

import (
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
var EdDSA = Circuit{
	name:        "eddsa",
	description: "knowledge of EdDSA signatures of public messages",
	scaling:     "about 7800 constraints a signature, in any number",
	size:        counting("signature", "signatures"),
	circuit: func(r request, n int) (frontend.Circuit, error) {
		return &eddsaCircuit{make([]signedMessage, n), r.curve.edwards}, nil
	},
	assign: func(r request, n int, wrong int64) (frontend.Circuit, error) {
		c, random := &eddsaCircuit{}, r.random()
		for range n {
			key, err := nativeeddsa.New(r.curve.edwards, random)
			if err != nil {
				return nil, err
			}
			message := random.Below(r.curve.field())
			signature, err := r.curve.sign(key, message, r.curve.mimc)
			if err != nil {
				return nil, err
			}
			c.Signed = append(c.Signed, signedMessage{message, r.curve.public(key), signature})
		}
		last := &c.Signed[n-1].Message
		*last = plus((*last).(*big.Int), wrong)
		return c, nil
	},
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
