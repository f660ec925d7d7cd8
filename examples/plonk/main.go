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
	if err := run(1 << 16); err != nil {
		log.Fatal(err)
	}
}

// run proves and verifies a circuit of that many constraints.
func run(squarings int) error {
	ccs, err := frontend.Compile(ecc.BN254.ScalarField(), scs.NewBuilder, &circuit{squarings: squarings})
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
	if err := accelerated.Attach(pk, accelerated.WithCircuit(ccs)); err != nil { // ahead of the first proof
		return err
	}
	x := fr.NewElement(3)
	y := x
	for range squarings {
		y.Square(&y)
	}
	witness, err := frontend.NewWitness(&circuit{X: x, Y: y}, ecc.BN254.ScalarField())
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
	if err := plonk.Verify(proof, vk, public); err != nil {
		return err
	}
	fmt.Println("the proof is valid")
	return nil
}
