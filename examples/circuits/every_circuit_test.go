//go:build !race

// Setups are gnark's, and minutes long under the race detector.

package main

import (
	"os"
	"testing"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// minutesLong are the circuits whose setup and proofs take minutes on a few cores in every size.
// The catalogue's own tests solve them; here they are proved if GNARK_ACCEL_LONG is 1.
var minutesLong = map[string]bool{"ecdsa": true, "keccak": true, "recursion": true, "ecmul": true,
	"ecrecover": true, "batch-append": true}

// provedByHooks are circuits that take seconds. TestCatalogue of both hooks proves them, too.
var provedByHooks = map[string]bool{"sha256": true, "eddsa": true}

// pairingCircuit has three million constraints for PLONK in its smallest size: a GPU host's work.
const pairingCircuit = "pairing"

func TestEveryCircuit(t *testing.T) {
	for _, c := range catalog.All() {
		elsewhere := minutesLong[c.Name()] || provedByHooks[c.Name()]
		if c.Name() == pairingCircuit ||
			elsewhere && os.Getenv(devicetest.LongVariable) != "1" {
			continue
		}
		if testing.Short() && c.Name() != "mimc" {
			continue // make test-ci proves the others
		}
		curve := curveName(c.Curves()[0])
		for _, scheme := range proving.Names() {
			t.Run(c.Name()+" "+scheme, func(t *testing.T) {
				devicetest.SkipOfHost(t, c.Name() == "mimc")
				r := runHere(t, "-json", "-circuit", c.Name(), "-curve", curve, "-scheme", scheme,
					"-constraints", "300", "-proofs", "1", "-backend", "cpu")
				got := r.wantVerified(t, 1)
				if got.Circuit.Name != c.Name() || got.Circuit.Constraints == 0 ||
					got.Circuit.Size == "" || got.Scheme != scheme {
					t.Errorf("the report is about %+v", got.Circuit)
				}
			})
		}
	}
}
