package solve_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	cs "github.com/consensys/gnark/constraint/bn254"
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
)

// square says x² = y.
type square struct {
	X frontend.Variable
	Y frontend.Variable `gnark:",public"`
}

func (c *square) Define(api frontend.API) error {
	api.AssertIsEqual(api.Mul(c.X, c.X), c.Y)
	return nil
}

// Whichever solver finds the witness, the proof verifies.
func Example() {
	ccs, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, &square{})
	if err != nil {
		log.Fatal(err)
	}
	pk, vk, err := groth16.Setup(ccs) // one party alone: for examples only
	if err != nil {
		log.Fatal(err)
	}
	for _, option := range []gnark.Option{
		solve.WithGnark(), solve.WithEveryCheck(), solve.WithoutCheck(),
	} {
		full, err := frontend.NewWitness(&square{X: 3, Y: 9}, ecc.BN254.ScalarField())
		if err != nil {
			log.Fatal(err)
		}
		public, err := full.Public()
		if err != nil {
			log.Fatal(err)
		}
		proof, err := accelerated.Prove(ccs, pk, full, accelerated.WithSolver(option))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("error of the verifier:", groth16.Verify(proof, vk, public))
	}
	// Output:
	// error of the verifier: <nil>
	// error of the verifier: <nil>
	// error of the verifier: <nil>
}

// One machine solves, another proves.
func ExampleSolve() {
	ccs, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, &square{})
	if err != nil {
		log.Fatal(err)
	}
	pk, vk, err := groth16.Setup(ccs) // one party alone: for examples only
	if err != nil {
		log.Fatal(err)
	}
	full, err := frontend.NewWitness(&square{X: 3, Y: 9}, ecc.BN254.ScalarField())
	if err != nil {
		log.Fatal(err)
	}
	public, err := full.Public()
	if err != nil {
		log.Fatal(err)
	}

	solution, release, err := solve.Solve(ccs, full)
	if err != nil {
		log.Fatal(err)
	}
	var sent bytes.Buffer
	if _, err := solution.(*cs.R1CSSolution).WriteTo(&sent); err != nil {
		log.Fatal(err)
	}
	release()

	received := new(cs.R1CSSolution)
	if _, err := received.ReadFrom(&sent); err != nil {
		log.Fatal(err)
	}
	proof, err := accelerated.ProveSolved(ccs, pk, received)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("error of the verifier:", groth16.Verify(proof, vk, public))
	// Output:
	// error of the verifier: <nil>
}
