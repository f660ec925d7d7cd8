package schedule_test

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
)

// Wide circuits gain from several workers by the model, and chains start none.
func TestGains(t *testing.T) {
	for _, test := range []struct {
		circuit, builder string
		least            float64
	}{
		{"mimc", "r1cs", 1}, {"merkle", "scs", 1}, {"eddsa", "r1cs", 1},
		{"sha256", "r1cs", 1.7}, {"sha256", "scs", 1.7}, {"rangecheck", "scs", 3},
		{"keccak", "r1cs", 5},
	} {
		if testing.Short() && test.circuit == "keccak" {
			continue
		}
		p := wide(t, test.circuit, test.builder)
		gain := 1.
		if s := p.Schedule; s != nil {
			gain = float64(s.Work) / float64(s.Time)
		}
		t.Logf("%s, %s: %.2f times as fast", test.circuit, test.builder, gain)
		if gain < test.least || test.least == 1 && gain > 1 {
			t.Errorf("expected %v", test.least)
		}
	}
}

func wide(t *testing.T, circuit, builder string) *program.Program {
	t.Helper()
	c, err := catalog.Lookup(circuit)
	if err != nil {
		t.Fatal(err)
	}
	newBuilder := solvertest.Builders[builder]
	made, err := c.New(ecc.BN254, 1<<16, catalog.WithBuilder(newBuilder))
	if err != nil {
		t.Fatal(err)
	}
	system, err := frontend.Compile(ecc.BN254.ScalarField(), newBuilder, made.Circuit)
	if err != nil {
		t.Fatal(err)
	}
	return ordered(t, system, 0)
}
