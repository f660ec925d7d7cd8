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
	if err := run(1<<16, 8); err != nil {
		log.Fatal(err)
	}
}

// run makes n proofs of a circuit of that many constraints.
func run(squarings, n int) error {
	ccs, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, &circuit{squarings: squarings})
	if err != nil {
		return err
	}
	pk, _, err := groth16.Setup(ccs) // one party alone: for examples only
	if err != nil {
		return err
	}

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel() // stops the sender when the loop below is left
	proofs := 0
	for _, err := range accelerated.ProveStream(ctx, ccs, pk, witnesses(ctx, squarings, n)) {
		if err != nil {
			return err
		}
		proofs++
	}
	fmt.Println(proofs, "proofs, in the order of their witnesses")
	return nil
}

// witnesses sends n witnesses and closes the channel.
func witnesses(ctx context.Context, squarings, n int) <-chan witness.Witness {
	to := make(chan witness.Witness)
	go func() {
		defer close(to)
		for i := range n {
			x := fr.NewElement(uint64(i))
			y := x
			for range squarings {
				y.Square(&y)
			}
			full, err := frontend.NewWitness(&circuit{X: x, Y: y}, ecc.BN254.ScalarField())
			if err != nil {
				log.Print(err)
				return
			}
			select {
			case to <- full:
			case <-ctx.Done():
				return
			}
		}
	}()
	return to
}
