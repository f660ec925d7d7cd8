package plonk_test

import (
	"fmt"
	"log"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/test/unsafekzg"
	"golang.org/x/sync/errgroup"

	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
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

func newCubic() (constraint.ConstraintSystem, plonk.ProvingKey, plonk.VerifyingKey) {
	ccs, err := frontend.Compile(ecc.BN254.ScalarField(), scs.NewBuilder, &cubic{})
	if err != nil {
		log.Fatal(err)
	}
	srs, lagrange, err := unsafekzg.NewSRS(ccs) // its secret is known: for examples only
	if err != nil {
		log.Fatal(err)
	}
	pk, vk, err := plonk.Setup(ccs, srs, lagrange)
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

	proof, err := accelerated.Prove(ccs, pk, full) // was plonk.Prove(ccs, pk, full)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("error of the verifier:", plonk.Verify(proof, vk, public))
	// Output: error of the verifier: <nil>
}

// A key and its circuit are prepared ahead of the first proof, and released when they have served.
// The engine is of the program's own choice.
func ExampleAttach() {
	engine, err := accel.Open(accel.WithMemoryLimit(4<<30), accel.WithMinSize(1))
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()

	ccs, pk, vk := newCubic()
	err = accelerated.Attach(pk, accelerated.WithCircuit(ccs), accelerated.WithEngine(engine))
	if err != nil {
		log.Fatal(err)
	}
	defer accelerated.Release(pk) // before the engine is closed

	full, public := assign(3, 35)
	proof, err := accelerated.Prove(ccs, pk, full)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("error of the verifier:", plonk.Verify(proof, vk, public))
	// Output: error of the verifier: <nil>
}

// Several proofs at once share the key on the device. While one is solved, the rounds of another
// are computed.
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
			return plonk.Verify(proof, vk, public)
		})
	}
	fmt.Println("error of any of them:", group.Wait())
	// Output: error of any of them: <nil>
}
