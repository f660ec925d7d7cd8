package groth16_test

import (
	"os"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// slowToEmulate is the number of constraints from which on an emulated device takes too long for an ordinary test run.
const slowToEmulate = 1 << 12

// TestCatalogue proves every example circuit, in a small size, as gnark does. Circuits that are large even then are
// proved on the CPU, unless GNARK_ACCEL_LONG is 1.
func TestCatalogue(t *testing.T) {
	onDevice, onCPU := engine(t), engine(t, accel.WithoutDevice())
	for _, circuit := range catalog.All() {
		t.Run(circuit.Name(), func(t *testing.T) {
			c, err := circuit.New(ecc.BN254, 1000)
			if err != nil {
				t.Fatal(err)
			}
			i := set(t, example{circuit.Name(), c.Circuit, c.Assignment, anyCommitments})
			e := onDevice
			if i.ccs.GetNbConstraints() >= slowToEmulate && os.Getenv("GNARK_ACCEL_LONG") != "1" {
				e = onCPU
			}
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
