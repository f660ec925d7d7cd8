package hookstest

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// slowToEmulate is a number of constraints. From it on, an emulated device takes too long for an
// ordinary test run.
const slowToEmulate = 1 << 11

// leftToLongRuns are the example circuits that take half a minute on a few cores. They take that or
// more in every size. The value says whether even long runs leave them out where the device is
// emulated.
var leftToLongRuns = map[string]bool{"sha256": false, "eddsa": false, "rollup": false,
	"ecdsa": true, "keccak": true, "ecmul": true, "ecrecover": true, "batch-append": true}

// leftToMeasurements have millions of constraints over BN254 in every size. Their keys take more
// memory than a test should: bench proves them.
var leftToMeasurements = []string{"pairing", "recursion"}

// Catalogue proves every example circuit over BN254, in a small size. Circuits that take long even
// then are left to runs that ask for them, on a GPU or on the CPU alone.
func (s *Scheme[PK, VK, P]) Catalogue(t *testing.T) {
	e, size := Engine(t), 1000
	if testing.Short() {
		size = 200
	}
	for _, circuit := range catalog.All() {
		if !slices.Contains(circuit.Curves(), ecc.BN254) ||
			slices.Contains(leftToMeasurements, circuit.Name()) {
			continue
		}
		t.Run(circuit.Name(), func(t *testing.T) {
			notEmulated, slow := leftToLongRuns[circuit.Name()]
			long := devicetest.Thorough(false)
			switch {
			case testing.Short() && circuit.Name() != "rangecheck":
				t.Skip("-short proves one circuit, which has a commitment; make test-ci all")
			case slow && !long:
				t.Skipf("takes long; %s=1 proves it", devicetest.LongVariable)
			case notEmulated && devicetest.Emulated():
				t.Skip("takes too long where the device is emulated")
			}
			c, err := circuit.New(ecc.BN254, size, catalog.WithBuilder(s.Builder))
			devicetest.NoError(t, err)
			ccs, err := frontend.Compile(ecc.BN254.ScalarField(), s.Builder, c.Circuit)
			devicetest.NoError(t, err)
			onDevice := len(e.Devices()) > 0
			if n := ccs.GetNbConstraints(); n >= slowToEmulate && onDevice && !long {
				t.Skipf("%d constraints take long on an emulated device; %s=1 proves them", n,
					devicetest.LongVariable)
			}
			i := s.Make(t, circuits.Example{
				Name: circuit.Name(), Circuit: c.Circuit, Assignment: c.Assignment,
				Commitments: circuits.AnyCommitments,
			})
			s.AttachFor(t, i.PK, e)
			s.WantGnarksProof(t, i)
			s.SameError(t, i, assigned(t, c.Invalid))
		})
	}
}
