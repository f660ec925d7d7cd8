// PLONK on a GPU: circuit, keys, witness and verifier are gnark's, and so is the proof.
//
//	go run -tags cuda ./examples/plonk
package main

import (
	"fmt"
	"log"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/test/unsafekzg"

	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
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
	ccs, err := frontend.Compile(field, scs.NewBuilder, &circuit{squarings: squarings})
	if err != nil {
		return err
	}
	canonical, lagrange, err := unsafekzg.NewSRS(ccs) // its secret is known: for examples only
	if err != nil {
		return err
	}
	pk, vk, err := plonk.Setup(ccs, canonical, lagrange)
	if err != nil {
		return err
	}
	// Optional: prepare key and circuit ahead of the first proof.
	if err := accelerated.Attach(pk, accelerated.WithCircuit(ccs)); err != nil {
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

	proof, err := accelerated.Prove(ccs, pk, witness) // on the CPU where there is no GPU
	if err != nil {
		return err
	}

	public, err := witness.Public()
	if err != nil {
		return err
	}
	return plonk.Verify(proof, vk, public)
}
