package keys

import (
	"fmt"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/internal/curves"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// SetupOfCatalogue makes the keys of the catalogue's circuits with both setups. It prints a row for
// each circuit:
//
//	| keys | scheme | curve | circuit | constraints | bytes | the same |
func (a *Attaching[PK, VK, P, O]) SetupOfCatalogue(t *testing.T) {
	e := hookstest.Engine(t)
	for _, curve := range curves.All() {
		id, folder := curve.ID, curve.Folder()
		for _, circuit := range catalog.All() {
			name := circuit.Name()
			if !slices.Contains(circuit.Curves(), id) || !usual(e, circuit, id) {
				continue
			}
			t.Run(folder+"/"+name, func(t *testing.T) {
				if hookstest.LargeOnly(circuit) && mostConstraints() == usualMost {
					t.Skipf("more than %d constraints in every size", usualMost)
				}
				made, err := circuit.New(id, 1, catalog.WithBuilder(a.Builder))
				if err != nil {
					t.Fatal(err)
				}
				ccs, err := frontend.Compile(id.ScalarField(), a.Builder, made.Circuit)
				if err != nil {
					t.Fatal(err)
				}
				n := ccs.GetNbConstraints()
				if n > mostConstraints() {
					t.Skipf("%d constraints", n)
				}
				_, _, bytes, same := a.both(t, name, ccs, e)
				if !same {
					t.Error("not gnark's keys")
				}
				fmt.Printf("| keys | %s | %s | %s | %d | %d | %v |\n", a.Name, folder, name, n,
					bytes, same)
			})
		}
	}
}

// usual says whether a run compares the keys of a circuit over a curve. All runs do
// over BN254, and those on a GPU over all curves. An emulated device is slow over the other curves:
// TestSetup compares their setups there. Circuits that BN254 does not have are left to the CPU.
func usual(e *accel.Engine, circuit catalog.Circuit, curve ecc.ID) bool {
	switch {
	case curve == ecc.BN254:
		return true
	case testing.Short():
		return false
	case len(e.Devices()) == 0:
		return curve == circuit.Curves()[0]
	default:
		return !devicetest.Emulated() || devicetest.Thorough(false)
	}
}

// usualMost bounds the circuits of ordinary runs.
const usualMost = 1 << 12

func mostConstraints() int {
	if devicetest.Thorough(false) {
		return 1 << 16
	}
	return usualMost
}
