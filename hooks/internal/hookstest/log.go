package hookstest

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// Log expects gnark's messages and fields, which users parse. It returns the fields of both lines
// that say that a proof is done.
func (s *Scheme[PK, VK, P]) Log(t *testing.T) (theirs, ours map[string]any) {
	i := s.Shared(t, "cubic")
	e := Engine(t)
	s.AttachFor(t, i.PK, e)
	defer logger.Set(logger.Logger())
	theirs, ours = s.proved(t, s.Gnark, i), s.proved(t, s.Accelerated, i)
	acceleration := "none"
	if len(e.Devices()) > 0 {
		acceleration = "cuda"
	}
	if ours["acceleration"] != acceleration {
		t.Errorf("acceleration is %v, expected %s", ours["acceleration"], acceleration)
	}
	if by := ours["solvedBy"]; by != string(solver.Fast) && by != string(solver.Gnark) {
		t.Errorf("solvedBy is %v", by)
	}
	for field, want := range theirs {
		if field == "took" || field == "acceleration" {
			continue
		}
		if ours[field] != want {
			t.Errorf("%s is %v, gnark has %v", field, ours[field], want)
		}
	}
	return theirs, ours
}

// proved makes a proof and returns the fields of the line that says so.
func (s *Scheme[PK, VK, P]) proved(
	t *testing.T, prover Prover[PK, P], i *Instance[PK, VK],
) map[string]any {
	t.Helper()
	var book logbook.Book
	logger.Set(book.Logger())
	if _, err := prover(i.CCS, i.PK, i.Full); err != nil {
		t.Fatal(err)
	}
	solved, proved := book.Entries("constraint system solver done"), book.Entries("prover done")
	if len(proved) == 1 { // gnark's solver may compare behind the proof
		by := proved[0]["solvedBy"]
		solved = slices.DeleteFunc(solved, func(e logbook.Entry) bool {
			return e["solvedBy"] != by
		})
	}
	if len(solved) != 1 || len(proved) != 1 {
		t.Fatalf("the messages are not there once each: %v, %v", solved, proved)
	}
	if took, ok := solved[0]["took"].(float64); !ok || took < 0 {
		t.Errorf("solver: %v", solved[0])
	}
	done := proved[0]
	if took, ok := done["took"].(float64); !ok || took < 0 {
		t.Errorf("prover: %v", done)
	}
	for field, want := range map[string]any{
		"level":         "debug",
		"curve":         ecc.BN254.String(),
		"nbConstraints": float64(i.CCS.GetNbConstraints()),
		"backend":       s.Name,
	} {
		if done[field] != want {
			t.Errorf("%s is %v, expected %v", field, done[field], want)
		}
	}
	return done
}
