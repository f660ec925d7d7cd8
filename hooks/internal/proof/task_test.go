package proof

import (
	"testing"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	"github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/bn254"
)

type square struct{ X, Y frontend.Variable }

func (c *square) Define(api frontend.API) error {
	api.AssertIsEqual(api.Mul(c.X, c.X), c.Y)
	return nil
}

// TestFoundTwice has a solution found anew, as a wrong proof has. The memory of both goes back to
// the solver, which clears it before it is used elsewhere.
func TestFoundTwice(t *testing.T) {
	field := ecc.BN254.ScalarField()
	ccs, err := frontend.Compile(field, r1cs.NewBuilder[constraint.U64], new(square))
	if err != nil {
		t.Fatal(err)
	}
	w, err := frontend.NewWitness(&square{3, 9}, field)
	if err != nil {
		t.Fatal(err)
	}
	none, err := settings.Read()
	if err != nil {
		t.Fatal(err)
	}
	task := &Task[fr.Element]{Witness: w, Settings: none, System: bn254.Of(ccs.(*cs.R1CS))}
	given := map[*fr.Element]bool{}
	for range 2 {
		s, err := task.Find(new(engine.Engine), solver.Input[fr.Element]{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		given[&s.Wires[0]] = true
	}
	if len(given) != 2 {
		t.Fatalf("%d solutions have memory of their own, expected 2", len(given))
	}
	task.Release()
	for end := time.Now().Add(10 * time.Second); len(given) > 0; time.Sleep(time.Millisecond) {
		run := task.System.Start(t.Context(), task.input(solver.Input[fr.Element]{}))
		if m := run.Memory(); m != nil {
			delete(given, &m.Wires[0]) // a comparison behind the solution may have it for a while
		}
		if time.Now().After(end) {
			t.Fatalf("the memory of %d solutions is lost", len(given))
		}
	}
}
