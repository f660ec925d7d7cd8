package solvertest

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/frontend"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/bn254"
)

// invertedTwice says that 1 / (1 / x) = y.
func invertedTwice(api frontend.API, in []frontend.Variable) error {
	b, ok := api.(batchInverter)
	if !ok {
		api.AssertIsEqual(in[1], in[0])
		return nil
	}
	once := b.BatchInvert(in[1:2])
	api.AssertIsEqual(b.BatchInvert(once)[0], in[0])
	return nil
}

// TestInversesOfALevel has one level invert a wire that it sets, as only a file can say. What the
// memory had before must not pass for that wire.
func TestInversesOfALevel(t *testing.T) {
	circuit := small("twice", invertedTwice, values{2, 2}, values{2, 3})
	c, err := circuit.compile(ecc.BN254, Builders["r1cs"])
	if err != nil {
		t.Fatal(err)
	}
	s := c.System.(*cs.R1CS)
	if len(s.Instructions) != 5 {
		t.Skip("this gnark inverts one by one")
	}
	s.Levels = [][]uint32{{0, 2}, {1, 3, 4}}
	sys := bn254.Of(s)
	p, err := sys.Translate(0)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got, err := sys.NewRun(t.Context(), input(sys, c)).Reserve(p).Fast(nil); err == nil {
			got.Release()
		}
		in := own.Input[fr.Element]{Witness: c.Invalid}
		if _, err := sys.NewRun(t.Context(), in).Reserve(p).Fast(nil); err == nil {
			t.Error("a wrong witness solves the system")
		}
	}
}
