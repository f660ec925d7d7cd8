//go:build cuda && linux && (amd64 || arm64)

package hookstest

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curves"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/testlog"
)

// flipEach says that [Scheme.DamagedMemory] flips a bit in each n-th allocation.
func flipEach(first bool) int {
	switch {
	case devicetest.Thorough(false):
		return 1
	case first:
		return 2
	default:
		return 14
	}
}

// DamagedMemory flips bits of the device's memory between proofs. It does so in one allocation
// after the other, or in a sample of them. A check of the memory finds them where they stay, and
// warns each time. Proofs that come after are right, although nobody verifies them. Only the first
// one may use memory that was to be zero, and is not checked: it is verified.
func (s *Scheme[PK, VK, P]) DamagedMemory(t *testing.T) {
	emulator := devicetest.Emulator(t)
	t.Cleanup(emulator.Reset)
	for n, curve := range curves.IDs() {
		t.Run(curve.String(), func(t *testing.T) {
			devicetest.SkipRepeated(t, n == 0)
			book := new(testlog.Book)
			defer logger.Set(logger.Logger())
			logger.Set(book.Logger())
			e := devicetest.Open(t, accel.WithPrecompute(accel.PrecomputeFactor(2)))
			i := s.MakeOn(t, curve, s.Named(t, "commitment to both"))
			s.prepare(t, i, e)
			s.Prove(t, i, s.Unverified())
			draw := rand.New(rand.NewPCG(uint64(n), 1))
			found := 0
			flipped := 0
			for at := 0; at < emulator.Flip(at, draw.Uint64()); at += flipEach(n == 0) {
				flipped++
				damaged, err := e.Scrub()
				if err != nil || damaged > 1 {
					t.Fatalf("%d damaged regions: %v", damaged, err)
				}
				found += damaged
				if damaged == 0 {
					_, _ = s.Accelerated(i.CCS, i.PK, i.Full)
				}
				s.Prove(t, i, s.Unverified())
			}
			if damaged, err := e.Scrub(); damaged != 0 || err != nil {
				t.Errorf("%d damaged regions after the last proof: %v", damaged, err)
			}
			use := e.Statistics()
			lines := book.Lines(t, "memory of the device was damaged, it is loaded again")
			if found == 0 || use.Damaged != uint64(found) || len(lines) != found {
				t.Errorf("%d damaged regions, %d counted, %d logged", found, use.Damaged,
					len(lines))
			}
			t.Logf("%d of %d bits were in what stays", found, flipped)
		})
	}
}

// DamagedBasesAreNoticed flips bits of what stays and does not look for them. A sum that gives no
// point of the curve makes the engine look, and the proof after it meets no damage.
func (s *Scheme[PK, VK, P]) DamagedBasesAreNoticed(t *testing.T) {
	emulator := devicetest.Emulator(t)
	t.Cleanup(emulator.Reset)
	defer logger.Set(logger.Logger())
	logger.Disable()
	e := devicetest.Open(t)
	i := s.Make(t, s.Named(t, "cubic"))
	s.prepare(t, i, e)
	draw := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		emulator.Flip(draw.IntN(emulator.Flip(-1, 0)), draw.Uint64())
		before := e.Statistics()
		if _, err := s.Accelerated(i.CCS, i.PK, i.Full, s.Unverified()); err != nil &&
			!errors.Is(err, accel.ErrInvalidResult) {
			t.Fatal(err)
		}
		if use := e.Statistics(); use.Failures > before.Failures && use.Damaged > before.Damaged {
			s.Prove(t, i, s.Unverified())
			if after := e.Statistics(); after.Failures != use.Failures {
				t.Error("the damage stays")
			}
			return
		}
		if _, err := e.Scrub(); err != nil {
			t.Fatal(err)
		}
	}
	t.Error("no damage gave a point off the curve")
}
