//go:build cuda && linux && (amd64 || arm64)

package hookstest

import (
	"math/rand/v2"
	"testing"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// flipEach says that [Scheme.DamagedMemory] flips a bit in each n-th allocation.
func flipEach(first bool) int {
	switch {
	case devicetest.Thorough(false):
		return 1
	case testing.Short():
		return 6
	case first:
		return 2
	default:
		return 14
	}
}

// DamagedMemory flips bits of the device's memory between proofs. It does so in one allocation
// after the other, or in a sample of them. Proofs that come after are right, and once a wrong one
// was noticed, no damage is left.
func (s *Scheme[PK, VK, P]) DamagedMemory(t *testing.T) {
	emulator := devicetest.Emulator(t)
	t.Cleanup(emulator.Reset)
	for n, curve := range curve.IDs() {
		t.Run(curve.String(), func(t *testing.T) {
			devicetest.SkipRepeated(t, n == 0)
			defer logger.Set(logger.Logger())
			logger.Disable()
			e := devicetest.Open(t, accel.WithPrecompute(accel.PrecomputeFactor(2)))
			i := s.MakeOn(t, curve, s.Named(t, "commitment to both"))
			s.prepare(t, i, e)
			s.Prove(t, i)
			noticed := func() uint64 {
				use := e.Statistics()
				return use.WrongProofs + use.Failures
			}
			draw := rand.New(rand.NewPCG(uint64(n), 1))
			flipped, found := 0, 0
			for at := 0; at < emulator.Flip(at, draw.Uint64()); at += flipEach(n == 0) {
				flipped++
				before := noticed()
				s.Prove(t, i)
				after := noticed()
				if after == before {
					continue
				}
				found++
				if s.Prove(t, i); noticed() != after {
					t.Errorf("allocation %d: the damage stays", at)
				}
			}
			if n == 0 && found == 0 || e.Unavailable() != nil {
				t.Errorf("no damage had an effect, or the device was left: %v", e.Unavailable())
			}
			t.Logf("%d of %d bits had an effect", found, flipped)
		})
	}
}
