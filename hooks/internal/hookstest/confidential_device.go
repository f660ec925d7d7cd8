//go:build cuda && linux && (amd64 || arm64)

package hookstest

import (
	"cmp"
	"os"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// Confidential proves on a machine with confidential computing, whose small copies are slow. Proofs
// are gnark's and made on the device alone. They make few copies below 64 KiB: one of three proofs
// makes at most as many as are given. On a busy machine results come late, by copies of their own.
func (s *Scheme[PK, VK, P]) Confidential(t *testing.T, most uint64) {
	emulator := devicetest.Emulator(t)
	devicetest.NoError(t, emulator.Set("CONFIDENTIAL", "1"))
	defer emulator.Set("CONFIDENTIAL", cmp.Or(os.Getenv("GNARK_ACCEL_EMULATOR_CONFIDENTIAL"), "0"))
	i := s.Make(t, circuits.Powers("vectors of 64 KiB", 2047))
	e := devicetest.Open(t, accel.WithPrecompute(accel.PrecomputeFactor(2)), accel.WithStrict())
	s.prepare(t, i, e)
	s.WantGnarksProof(t, i)
	var small []uint64
	for range 3 {
		before := emulator.Runs("small")
		s.Prove(t, i)
		small = append(small, emulator.Runs("small")-before)
	}
	if slices.Min(small) > most {
		t.Errorf("%d copies of less than 64 KiB, expected %d at most", small, most)
	}
}
