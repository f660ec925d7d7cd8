package catalog

import (
	"fmt"
	"math"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/twistededwards"
	nativeeddsa "github.com/consensys/gnark-crypto/signature/eddsa"
	"github.com/consensys/gnark/frontend"
	edwards "github.com/consensys/gnark/std/algebra/native/twistededwards"
	"github.com/consensys/gnark/std/hash/mimc"
	"github.com/consensys/gnark/std/signature/eddsa"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog/internal/values"
)

// EdDSA is the verification of signatures on the twisted Edwards curve over the scalar field,
// hashed with MiMC. A rollup proves the same about a batch of transfers. The prover knows a valid
// signature of each public message under each public key. The number of signatures is chosen by the
// number of constraints, at least one.
type EdDSA struct{ everyCurve }

// Name implements [Circuit].
func (EdDSA) Name() string { return "eddsa" }

// Description implements [Circuit].
func (EdDSA) Description() string { return "knowledge of EdDSA signatures of public messages" }

// Scaling implements [Circuit].
func (EdDSA) Scaling() string { return "about 7800 constraints a signature, in any number" }

// New implements [Circuit].
func (EdDSA) New(curve ecc.ID, constraints int, opts ...Option) (Instance, error) {
	r, err := newRequest(curve, constraints, opts)
	if err != nil {
		return Instance{}, err
	}
	count, err := r.size(math.MaxInt, func(size int) frontend.Circuit {
		return newEdDSACircuit(r.curve, size)
	})
	if err != nil {
		return Instance{}, err
	}
	valid, invalid := newEdDSACircuit(r.curve, count), newEdDSACircuit(r.curve, count)
	random := r.random()
	for i := range count {
		if valid.Signed[i], err = sign(r.curve, random); err != nil {
			return Instance{}, err
		}
	}
	copy(invalid.Signed, valid.Signed)
	last := &invalid.Signed[count-1]
	last.Message = successor(last.Message.(*big.Int))
	return Instance{
		Circuit:    newEdDSACircuit(r.curve, count),
		Assignment: valid,
		Invalid:    invalid,
		Size:       counted(count, "signature"),
	}, nil
}

// sign makes up a key and a message, and signs it.
func sign(curve native, random values.Random) (signedMessage, error) {
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
