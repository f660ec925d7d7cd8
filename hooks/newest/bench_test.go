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
	groth16scheme "github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/groth16/testscheme"
	plonkscheme "github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/plonk/testscheme"
	"github.com/gnark-accel/gnark-accel/hooks/newest"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
)

var size = flag.Int("size", 1<<10, "constraints of the circuit that benchmarks prove")

func BenchmarkGroth16(b *testing.B) { measure(b, groth16Scheme, &groth16scheme.Groth16) }
func BenchmarkPLONK(b *testing.B)   { measure(b, plonkScheme, &plonkscheme.PLONK) }

// measure proves over BN254: with gnark's own Prove on the CPU, with accelerators, with checks too,
// with answers at once, and with the Prove of hooks. Solving is part of the time; how long both
// solvers take is measured by themselves.
func measure[PK hookstest.ProvingKey, VK any, P hookstest.Proof](
	b *testing.B, gnark, hooks *hookstest.Scheme[PK, VK, P],
) {
	i := gnark.MakeOn(b, ecc.BN254, circuits.Powers(fmt.Sprint(*size, " constraints"), *size))
	run := func(
		name string, prove hookstest.Prover[PK, P], attach, release func(*accel.Engine) error,
	) {
		b.Run(name, func(b *testing.B) {
			e, err := accel.Open(accel.WithCheckedSums())
			if err != nil {
				b.Fatal(err)
			}
			defer e.Close()
			if err := attach(e); err != nil {
				b.Fatal(err)
			}
			defer release(e)
			if _, err := prove(i.CCS, i.PK, i.Full); err != nil { // the first one allocates
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := prove(i.CCS, i.PK, i.Full); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	nothing := func(*accel.Engine) error { return nil }
	run("gnark", gnark.Gnark, nothing, nothing)
	run("hooks", hooks.Accelerated,
		func(e *accel.Engine) error { return hooks.Attach(i.PK, e) },
		func(*accel.Engine) error { return hooks.Release(i.PK) })
	release := func(*accel.Engine) error { return gnark.Release(i.PK) }
	run("checked", gnark.Accelerated,
		func(e *accel.Engine) error { return gnark.Attach(i.PK, e) }, release)
	run("unchecked", gnark.Accelerated, func(*accel.Engine) error {
		_, err := attach(i.PK, newest.WithoutChecks()) // by the default engine
		return err
	}, release)
	var stop func()
	run("recorded", gnark.Accelerated, func(*accel.Engine) error {
		_, err := attach(i.PK, newest.WithoutChecks())
		stop = record(i.PK)
		return err
	}, func(e *accel.Engine) error {
		stop()
		return release(e)
	})
	b.Run("gnark's solver", func(b *testing.B) {
		for b.Loop() {
			if _, err := i.CCS.Solve(i.Full); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("our solver", func(b *testing.B) {
		for b.Loop() {
			_, release, err := solve.Solve(i.CCS, i.Full)
			if err != nil {
				b.Fatal(err)
			}
			release()
		}
	})
}
