//go:build upstream

package newest_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/newest"
)

var powers = flag.Int("constraints-of-benchmarks", 1<<10, "constraints of the benchmarks' circuit")

// These measure gnark's own Prove over BN254: without accelerator, with one, and with checks.
func BenchmarkGroth16(b *testing.B) { measure(b, groth16Scheme) }
func BenchmarkPLONK(b *testing.B)   { measure(b, plonkScheme) }

func measure[PK hookstest.ProvingKey, VK any, P hookstest.Proof](
	b *testing.B, s *hookstest.Scheme[PK, VK, P],
) {
	i := s.MakeOn(b, ecc.BN254, circuits.Powers(fmt.Sprint(*powers, " constraints"), *powers))
	prove := func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Accelerated(i.CCS, i.PK, i.Full); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("CPU", prove)
	for name, checks := range map[string]bool{"device": false, "checked device": true} {
		b.Run(name, func(b *testing.B) {
			opts := []newest.Option{newest.WithoutChecks()}
			engine := []accel.Option{accel.WithStrict()}
			if checks {
				opts, engine = nil, append(engine, accel.WithCheckedSums())
			}
			e, err := accel.Open(engine...)
			if err != nil {
				b.Skip(err)
			}
			defer e.Close()
			acc, err := attach(i.PK, append(opts, newest.WithEngine(e))...)
			if err != nil {
				b.Fatal(err)
			}
			defer acc.Release()
			if _, err := s.Accelerated(i.CCS, i.PK, i.Full); err != nil { // allocates
				b.Fatal(err)
			}
			prove(b)
		})
	}
}
