package plonk_test

import (
	"os"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// slowToEmulate is the number of constraints from which on an emulated device takes too long for an ordinary test run.
const slowToEmulate = 1 << 12

// TestCatalogue proves every example circuit, in a small size, as gnark does. Circuits that are large even then are left
// to the tests without the tag cuda, unless GNARK_ACCEL_LONG is 1.
func TestCatalogue(t *testing.T) {
	e := engine(t)
	for _, circuit := range catalog.All() {
		t.Run(circuit.Name(), func(t *testing.T) {
			c, err := circuit.New(ecc.BN254, 1000, catalog.WithBuilder(scs.NewBuilder[constraint.U64]))
			if err != nil {
				t.Fatal(err)
			}
			ccs, err := frontend.Compile(ecc.BN254.ScalarField(), scs.NewBuilder, c.Circuit)
			if err != nil {
				t.Fatal(err)
			}
			if n := ccs.GetNbConstraints(); n >= slowToEmulate && len(e.Devices()) > 0 && os.Getenv("GNARK_ACCEL_LONG") != "1" {
				t.Skipf("%d constraints take long where the device is emulated; GNARK_ACCEL_LONG=1 proves them", n)
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
