package plonk_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/consensys/gnark/backend/plonk"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

// BenchmarkAgainstGnark proves a MiMC chain with gnark's prover and with this one in turn, and reports the medians. Each
// proof includes the solver's run. The engine is the default one: a device if there is one.
func BenchmarkAgainstGnark(b *testing.B) {
	const perLink = 660 // constraints
	for _, log := range []int{12, 15, 16} {
		b.Run(fmt.Sprintf("2^%d", log), func(b *testing.B) {
			links := (1 << log) / perLink
			i := set(b, example{"chain", &chain{length: links}, newChain(links), 0})
			if err := accelerated.Attach(i.pk); err != nil {
				b.Fatal(err)
			}
			defer func() {
				if err := accelerated.Release(i.pk); err != nil {
					b.Error(err)
				}
			}()
			provers := []struct {
				name  string
				prove prover
				took  []time.Duration
			}{{"gnark", plonk.Prove, nil}, {"accelerated", accelerated.Prove, nil}}
			for b.Loop() {
				for j := range provers {
					start := time.Now()
					if _, err := provers[j].prove(i.ccs, i.pk, i.full); err != nil {
						b.Fatal(err)
					}
					provers[j].took = append(provers[j].took, time.Since(start))
				}
			}
			for _, p := range provers {
				slices.Sort(p.took)
				b.ReportMetric(float64(p.took[len(p.took)/2].Microseconds())/1000, "ms/"+p.name)
			}
			b.ReportMetric(0, "ns/op") // both provers together: of no interest
		})
	}
}
