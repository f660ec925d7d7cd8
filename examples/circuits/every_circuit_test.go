//go:build !race

// Setups are gnark's, and minutes long under the race detector.

package main

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

func TestEveryCircuit(t *testing.T) {
	for _, c := range catalog.All() {
		for _, scheme := range schemeNames() {
			t.Run(c.Name()+" "+scheme, func(t *testing.T) {
				r := runHere(t, "-json", "-circuit", c.Name(), "-scheme", scheme, "-constraints", "300", "-proofs", "1", "-backend", "cpu")
				got := r.wantVerified(t, 1)
				if got.Circuit.Name != c.Name() || got.Circuit.Constraints == 0 || got.Circuit.Size == "" || got.Scheme != scheme {
					t.Errorf("the report is about %+v", got.Circuit)
				}
			})
		}
	}
}
