package msm

import (
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/bench/internal/logbook"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// logged returns the engine's log of the calls since the log was empty. It returns nothing if the
// CPU computed.
func (s *series) logged() []cuda.Report {
	var reports []cuda.Report
	for _, e := range s.log.Entries("msm done") {
		reports = append(reports, report(&e))
	}
	return reports
}

// report is an entry "msm done" of the log, which package accel documents.
func report(e *logbook.Entry) cuda.Report {
	duration := func(field string) time.Duration {
		return time.Duration(e.Number(field) * float64(time.Millisecond))
	}
	return cuda.Report{
		Window: int(e.Number("window")), Factor: int(e.Number("factor")),
		Chunks: int(e.Number("chunks")),
		Upload: duration("upload"), Partition: duration("partition"),
		Accumulate: duration("accumulate"), Reduce: duration("reduce"),
		Total: duration("took"),
	}
}

// describe enters how the device computed, if it did.
func (s *series) describe(row *results.MSM, reports []cuda.Report) {
	if len(reports) == 0 {
		return
	}
	last := reports[len(reports)-1]
	row.Plan = &results.Plan{Window: last.Window, Factor: last.Factor, Chunks: last.Chunks}
	median := func(phase func(*cuda.Report) time.Duration) float64 {
		values := make([]float64, len(reports))
		for i := range reports {
			values[i] = results.Milliseconds(phase(&reports[i]))
		}
		return results.Median(values)
	}
	row.Phases = &results.Phases{
		Upload:     median(func(r *cuda.Report) time.Duration { return r.Upload }),
		Partition:  median(func(r *cuda.Report) time.Duration { return r.Partition }),
		Accumulate: median(func(r *cuda.Report) time.Duration { return r.Accumulate }),
		Reduce:     median(func(r *cuda.Report) time.Duration { return r.Reduce }),
		Total:      median(func(r *cuda.Report) time.Duration { return r.Total }),
	}
	if row.Distribution != "uniform" || row.Checked || s.limit == 0 || row.Phases.Accumulate == 0 {
		return
	}
	additions := float64(int(1)<<s.size) * float64(s.subject.Windows(last.Window)) // of one sum
	rates := &results.Rates{Additions: float64(row.Batch) * additions / row.Phases.Accumulate * 1e3,
		Limit: s.limit, Formula: s.formula}
	rates.Share = rates.Additions / s.limit
	rates.Whole = additions / row.Time.Median * 1e3 / s.limit
	row.Rates = rates
}
