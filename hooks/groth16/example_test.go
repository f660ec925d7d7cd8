package groth16_test

import (
	"context"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
)

// Witnesses come from a channel, whose sender watches the context. The second of them satisfies nothing.
func ExampleProveStream() {
	field := ecc.BN254.ScalarField()
	ccs, err := frontend.Compile(field, r1cs.NewBuilder, &hookstest.Cubic{})
	if err != nil {
		panic(err)
	}
	pk, vk, err := groth16.Setup(ccs)
	if err != nil {
		panic(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel() // also if the loop is left early

	assignments := []hookstest.Cubic{{X: 3, Y: 35}, {X: 3, Y: 36}, {X: 1, Y: 7}}
	witnesses := make(chan witness.Witness)
	go func() {
		defer close(witnesses)
		for i := range assignments {
			w, err := frontend.NewWitness(&assignments[i], field)
			if err != nil {
				panic(err)
			}
			select {
			case witnesses <- w:
			case <-ctx.Done():
				return
			}
		}
	}()

	i := 0
	for proof, err := range accelerated.ProveStream(ctx, ccs, pk, witnesses) {
		if err != nil {
			fmt.Println("witness", i, "is not proved")
		} else if public, err := frontend.NewWitness(&assignments[i], field, frontend.PublicOnly()); err == nil {
			fmt.Println("witness", i, "is proved:", groth16.Verify(proof, vk, public) == nil)
		}
		i++
	}
	// Output:
	// witness 0 is proved: true
	// witness 1 is not proved
	// witness 2 is proved: true
}
