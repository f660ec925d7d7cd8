package groth16_test

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// TestCatalogue proves every example circuit, in a small size, as gnark does.
func TestCatalogue(t *testing.T) {
	e := engine(t)
	for _, circuit := range catalog.All() {
		t.Run(circuit.Name(), func(t *testing.T) {
			c, err := circuit.New(ecc.BN254, 1000)
			if err != nil {
				t.Fatal(err)
			}
			i := set(t, example{circuit.Name(), c.Circuit, c.Assignment, anyCommitments})
			attach(t, i.pk, e)
			expectGnarksProof(t, i)

			invalid, err := frontend.NewWitness(c.Invalid, ecc.BN254.ScalarField())
			if err != nil {
				t.Fatal(err)
			}
			sameError(t, i, invalid)
		})
	}
}
