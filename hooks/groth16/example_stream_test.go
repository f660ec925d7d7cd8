package groth16_test

import (
	"context"
	"fmt"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"

	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
)

// Witnesses come from a channel, whose sender watches the context. The second of them satisfies
// nothing.
func ExampleProveStream() {
	ccs, pk, vk := newCubic()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel() // also if the loop is left early

	values := [][2]int{{3, 35}, {3, 36}, {1, 7}} // x and y
	witnesses := make(chan witness.Witness)
	go func() {
		defer close(witnesses)
		for _, v := range values {
			full, _ := assign(v[0], v[1])
			select {
			case witnesses <- full:
			case <-ctx.Done():
				return
			}
		}
	}()

	i := 0
	for proof, err := range accelerated.ProveStream(ctx, ccs, pk, witnesses) {
		_, public := assign(values[i][0], values[i][1])
		if err != nil {
			fmt.Println("witness", i, "is not proved")
		} else if groth16.Verify(proof, vk, public) == nil {
			fmt.Println("witness", i, "is proved")
		}
		i++
	}
	// Output:
	// witness 0 is proved
	// witness 1 is not proved
	// witness 2 is proved
}
