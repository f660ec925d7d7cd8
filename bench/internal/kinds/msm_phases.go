package kinds

import (
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/logbook"
)

// describe enters how the device computed, from its log, which package accel documents. Without
// entries the CPU computed. Times of phases are medians over the calls.
func (o *onEngine) describe(row *results.Row, calls []logbook.Entry) {
	if len(calls) == 0 {
		return
	}
	last := calls[len(calls)-1]
	for _, name := range []string{"window", "factor", "chunks"} {
		row.Figures[name] = last.Number(name)
	}
	for _, phase := range []string{"upload", "partition", "accumulate", "reduce"} {
		var times results.Sample
		for _, call := range calls {
			times = append(times, call.Number(phase))
		}
		row.Figures[phase+" ms"] = times.Median()
	}
	accumulate := row.Figures["accumulate ms"]
	if row.Setting["scalars"] != "uniform" || row.Setting["checked"] != "" || o.possible == 0 ||
		accumulate == 0 {
		return
	}
	batch := 1
	if row.Setting["on-device"] == "" {
		batch = o.Batch
	}
	// additions to buckets of one sum, in a millisecond
	additions := float64(int(1)<<o.size) * float64(o.subject.Windows(int(last.Number("window"))))
	row.Figures["accumulate of limit"] = float64(batch) * additions / accumulate * 1e3 / o.possible
	row.Figures["whole of limit"] = additions / row.Median(results.Ours) * 1e3 / o.possible
}
