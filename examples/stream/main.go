// A stream of proofs: the processors solve the next witnesses while the device proves one.
//
//	go run -tags cuda ./examples/stream
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
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
	if err := prove(1<<16, 8); err != nil {
		log.Fatal(err)
	}
}

// prove makes n proofs of a circuit with one constraint for each squaring.
func prove(squarings, n int) error {
	field := ecc.BN254.ScalarField()
	ccs, err := frontend.Compile(field, r1cs.NewBuilder, &circuit{squarings: squarings})
	if err != nil {
		return err
	}
	pk, vk, err := groth16.Setup(ccs) // one party alone: for examples only
	if err != nil {
		return err
	}

	witnesses := make(chan witness.Witness, n) // a service would send them as they come
	for i := range n {
		x := fr.NewElement(uint64(i))
		y := x
		for range squarings {
			y.Square(&y)
		}
		full, err := frontend.NewWitness(&circuit{X: x, Y: y}, field)
		if err != nil {
			return err
		}
		witnesses <- full
	}
	close(witnesses)

	proofs := 0
	for _, err := range accelerated.ProveStream(context.Background(), ccs, pk, witnesses,
		accelerated.WithVerifyingKey(vk)) {
		if err != nil {
			return err
		}
		proofs++ // proofs come in the order of their witnesses
	}
	fmt.Println(proofs, "proofs")
	return nil
}
