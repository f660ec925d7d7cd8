// Groth16 on a GPU: circuit, keys, witness and verifier are gnark's, and so is the proof.
//
//	go run -tags cuda ./examples/groth16
package main

import (
	"fmt"
	"log"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"

	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
)

// circuit says that X, squared again and again, is Y.
type circuit struct {
	X         frontend.Variable
	Y         frontend.Variable `gnark:",public"`
	squarings int
}

// Define implements frontend.Circuit.
func (c *circuit) Define(api frontend.API) error {
	y := c.X
	for range c.squarings {
		y = api.Mul(y, y)
	}
	api.AssertIsEqual(y, c.Y)
	return nil
}

func main() {
	if err := prove(1 << 16); err != nil {
		log.Fatal(err)
	}
	fmt.Println("the proof is valid")
}

// prove proves a circuit with one constraint for each squaring, and verifies the proof.
func prove(squarings int) error {
	field := ecc.BN254.ScalarField()
	ccs, err := frontend.Compile(field, r1cs.NewBuilder, &circuit{squarings: squarings})
	if err != nil {
		return err
	}
	pk, vk, err := groth16.Setup(ccs) // one party alone: for examples only
	if err != nil {
		return err
	}
	x := fr.NewElement(3)
	y := x
	for range squarings {
		y.Square(&y)
	}
	witness, err := frontend.NewWitness(&circuit{X: x, Y: y}, field)
	if err != nil {
		return err
	}

	// On the CPU where there is no GPU. A proof is verified before it leaves.
	proof, err := accelerated.Prove(ccs, pk, witness, accelerated.WithVerifyingKey(vk))
	if err != nil {
		return err
	}

	public, err := witness.Public()
	if err != nil {
		return err
	}
	return groth16.Verify(proof, vk, public)
}
