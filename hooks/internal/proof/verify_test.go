package proof

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// TestRecheckOfGnarks has gnark's solver find a witness of a wrong proof. No solver runs again, and
// none is blamed.
func TestRecheckOfGnarks(t *testing.T) {
	w, err := witness.New(ecc.BN254.ScalarField())
	if err != nil {
		t.Fatal(err)
	}
	task := &Task[int]{Witness: w, by: solver.Gnark}
	s := &Solved[Replica, int]{held: &held[Replica, int]{Task: task}} // steps would be asked
	if err := s.recheck(); err != nil {
		t.Error(err)
	}
}
