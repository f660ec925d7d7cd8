// A gnark program proves that it knows the start of a chain of hashes. It verifies the proof.
package main

import (
	"fmt"
	"log"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	native "github.com/consensys/gnark-crypto/ecc/bn254/fr/mimc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/std/hash/mimc"

	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
)

// length is the number of hashes: 330 constraints each.
const length = 20

// Chain says that hashing Start over and over gives End.
type Chain struct {
	Start frontend.Variable
	End   frontend.Variable `gnark:",public"`
}

// Define implements frontend.Circuit.
func (c *Chain) Define(api frontend.API) error {
	hash, err := mimc.New(api)
	if err != nil {
		return err
	}
	link := c.Start
	for range length {
		hash.Reset()
		hash.Write(link)
		link = hash.Sum()
	}
	api.AssertIsEqual(link, c.End)
	return nil
}

// solution is an assignment that satisfies the circuit.
func solution() *Chain {
	var start fr.Element
	start.MustSetRandom()
	end := start.Marshal()
	for range length {
		hash := native.NewMiMC()
		hash.Write(end)
		end = hash.Sum(nil)
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
