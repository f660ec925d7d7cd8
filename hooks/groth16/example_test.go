package groth16_test

import (
	"fmt"
	"log"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"golang.org/x/sync/errgroup"

	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
)

// cubic says x³ + x + 5 = y.
type cubic struct {
	X frontend.Variable
	Y frontend.Variable `gnark:",public"`
}

// Define implements frontend.Circuit.
func (c *cubic) Define(api frontend.API) error {
	api.AssertIsEqual(api.Add(api.Mul(c.X, c.X, c.X), c.X, 5), c.Y)
	return nil
}

func newCubic() (constraint.ConstraintSystem, groth16.ProvingKey, groth16.VerifyingKey) {
	ccs, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, &cubic{})
	if err != nil {
		log.Fatal(err)
	}
	pk, vk, err := groth16.Setup(ccs) // one party alone: for examples only
	if err != nil {
		log.Fatal(err)
	}
	return ccs, pk, vk
}

func assign(x, y int) (full, public witness.Witness) {
	full, err := frontend.NewWitness(&cubic{X: x, Y: y}, ecc.BN254.ScalarField())
	if err != nil {
		log.Fatal(err)
	}
	if public, err = full.Public(); err != nil {
		log.Fatal(err)
	}
	return full, public
}

// gnark makes the constraint system, the keys and the witness, and verifies the proof. The one call
// that differs is Prove.
func Example() {
	ccs, pk, vk := newCubic()
	full, public := assign(3, 35)

	proof, err := accelerated.Prove(ccs, pk, full) // was groth16.Prove(ccs, pk, full)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("error of the verifier:", groth16.Verify(proof, vk, public))
	// Output: error of the verifier: <nil>
}

// A key is attached to an engine of its own choice, and released when it has served.
func ExampleAttach() {
	engine, err := accel.Open(accel.WithMemoryLimit(4<<30), accel.WithMinSize(1))
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()

	ccs, pk, vk := newCubic()
	if err := accelerated.Attach(pk, accelerated.WithEngine(engine)); err != nil {
		log.Fatal(err)
	}
	defer accelerated.Release(pk) // before the engine is closed

	for x, y := range map[int]int{2: 15, 3: 35} {
		full, public := assign(x, y)
		proof, err := accelerated.Prove(ccs, pk, full)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("error of the verifier:", groth16.Verify(proof, vk, public))
	}
	// Output:
	// error of the verifier: <nil>
	// error of the verifier: <nil>
}

// Several proofs at once share the key on the device. While one is solved, the sums of another are
// computed.
func ExampleProve_concurrently() {
	ccs, pk, vk := newCubic()
	var group errgroup.Group
	for x := range 4 {
		group.Go(func() error {
			full, public := assign(x, x*x*x+x+5)
			proof, err := accelerated.Prove(ccs, pk, full)
			if err != nil {
				return err
			}
			return groth16.Verify(proof, vk, public)
		})
	}
	fmt.Println("error of any of them:", group.Wait())
	// Output: error of any of them: <nil>
}
