package report

import (
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/bench/internal/chart"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// TestScaling: a line begins at one device and tells how many times faster more of them are. Tasks
// that were not measured on one device have none.
func TestScaling(t *testing.T) {
	var rows []results.Row
	for devices, ms := range map[int]float64{0: 40, 2: 21, 4: 12} {
		rows = append(rows, sum(results.GPU, "bn254", "g1", 24, func(m *results.MSM) {
			m.Devices, m.GnarkCrypto, m.Time = devices, nil, sample(ms)
		}), proof(results.GPU, "groth16", 1<<22, func(p *results.Proof) {
			p.Devices, p.Gnark, p.Spans = devices, nil, []results.Span{
				{Track: results.TrackRounds, Name: results.RoundSolver, Took: 500},
				{Track: results.TrackRounds, Name: "sums", Start: 500, Took: 2 * ms},
			}
		}))
	}
	rows = append(rows, sum(results.GPU, "bn254", "g1", 26, func(m *results.MSM) { m.Devices = 4 }))
	for _, figures := range [][]figure{scalingOfSums(rows), scalingOfProofs(rows)} {
		if len(figures) != 1 {
			t.Fatalf("%d figures", len(figures))
		}
		series := figures[0].drawing.(*chart.Lines).Series
		if len(series) != 2 { // the other one is that of as many times as devices
			t.Fatalf("%d series: %+v", len(series), series)
		}
		want := []chart.Point{{X: 1, Y: 1}, {X: 2, Y: 40. / 21}, {X: 4, Y: 40. / 12}}
		if got := series[0].Points; !slices.Equal(got, want) {
			t.Errorf("%s: %v, expected %v", figures[0].name, got, want)
		}
		if _, err := figures[0].drawing.SVG(); err != nil {
			t.Error(err)
		}
	}
	if scalingOfSums(everything()) != nil || scalingOfProofs(everything()) != nil {
		t.Error("rows of one device have a chart")
	}
}
