// A gnark program proves that it knows the start of a chain of squares. It verifies the proof.
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

// length is the number of squares, a constraint each.
const length = 6600

// Chain says that squaring Start over and over gives End.
type Chain struct {
	Start frontend.Variable
	End   frontend.Variable `gnark:",public"`
}

// Define implements frontend.Circuit.
func (c *Chain) Define(api frontend.API) error {
	link := c.Start
	for range length {
		link = api.Mul(link, link)
	}
	api.AssertIsEqual(link, c.End)
	return nil
}

// solution is an assignment that satisfies the circuit.
func solution() *Chain {
	var start fr.Element
	start.MustSetRandom()
	end := start
	for range length {
		end.Square(&end)
	}
	return &Chain{Start: start, End: end}
}

func main() {
	ccs, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, &Chain{})
	if err != nil {
		log.Fatal(err)
	}
	pk, vk, err := groth16.Setup(ccs) // one party alone: for examples only
	if err != nil {
		log.Fatal(err)
	}
	witness, err := frontend.NewWitness(solution(), ecc.BN254.ScalarField())
	if err != nil {
		log.Fatal(err)
	}
	public, err := witness.Public()
	if err != nil {
		log.Fatal(err)
	}

	proof, err := accelerated.Prove(ccs, pk, witness)
	if err != nil {
		log.Fatal(err)
	}

	if err := groth16.Verify(proof, vk, public); err != nil {
		log.Fatal(err)
	}
	fmt.Println("the proof is valid")
}
