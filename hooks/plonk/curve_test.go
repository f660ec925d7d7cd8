package plonk

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/std/lookup/logderivlookup"
	"github.com/gnark-accel/gnark-accel/internal/curves"
)

// table is a circuit with a lookup table.
type table struct{ X frontend.Variable }

func (c *table) Define(api frontend.API) error {
	t := logderivlookup.New(api)
	t.Insert(1)
	api.AssertIsEqual(t.Lookup(c.X)[0], 1)
	return nil
}

// TestEveryCurveHasAProver looks up systems and keys over each curve of the module.
func TestEveryCurveHasAProver(t *testing.T) {
	if len(provers.Provers) != len(curves.All()) {
		t.Errorf("%d provers for %d curves", len(provers.Provers), len(curves.All()))
	}
	for _, id := range curves.IDs() {
		ccs, err := frontend.Compile(id.ScalarField(), scs.NewBuilder, &table{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := provers.OfBoth(ccs, plonk.NewProvingKey(id))
		if err != nil {
			t.Errorf("%v: %v", id, err)
			continue
		}
		serving := 0
		for _, p := range provers.Provers {
			if p.Serves(ccs) {
				serving++
			}
		}
		if serving != 1 {
			t.Errorf("%v: %d provers", id, serving)
		}
		if system := p.SystemOf(ccs); system == nil || system.NbConstraints == 0 {
			t.Errorf("%v: no system", id)
		}
	}
}

// TestNoProver expects errors for objects that no prover serves.
func TestNoProver(t *testing.T) {
	for _, object := range []any{1, plonk.NewVerifyingKey(ecc.BN254)} {
		if _, err := provers.Of("object", object); !errors.Is(err, ErrCurveNotSupported) {
			t.Errorf("%T: %v", object, err)
		}
	}
}
