package hookstest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
)

// BenchmarkAgainstGnark proves a MiMC chain with gnark's prover and with the hook in turn, and
// reports the medians. Each proof includes the solver's run. The engine is the default one: a
// device if there is one.
func (s *Scheme[PK, VK, P]) BenchmarkAgainstGnark(b *testing.B) {
	const perLink = 660 // constraints
	for _, log := range []int{12, 15, 16} {
		b.Run(fmt.Sprintf("2^%d", log), func(b *testing.B) {
			i := s.Make(b, circuits.Chain("chain", (1<<log)/perLink))
			s.AttachFor(b, i.PK, nil)
			provers := []struct {
				name  string
				prove Prover[PK, P]
				took  []time.Duration
			}{{"gnark", s.Gnark, nil}, {"accelerated", s.Accelerated, nil}}
			for b.Loop() {
				for j := range provers {
					start := time.Now()
					if _, err := provers[j].prove(i.CCS, i.PK, i.Full); err != nil {
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
