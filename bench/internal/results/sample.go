package results

import (
	"slices"
	"time"
)

// Sample has the times of the runs of one thing, in milliseconds and in order, and their
// statistics.
type Sample struct {
	Runs   []float64 `json:"runs"`
	Median float64   `json:"median"`
	Min    float64   `json:"min"`
	Spread float64   `json:"spread"` // the longest run less the shortest, as a share of the median
}

// NewSample makes a sample of at least one run.
func NewSample(runs []time.Duration) Sample {
	s := Sample{Runs: make([]float64, len(runs))}
	for i, took := range runs {
		s.Runs[i] = Milliseconds(took)
	}
	s.Median, s.Min = Median(s.Runs), slices.Min(s.Runs)
	if s.Median > 0 {
		s.Spread = (slices.Max(s.Runs) - s.Min) / s.Median
	}
	return s
}

// Median is the middle value, or the mean of the two in the middle, of at least one.
func Median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Milliseconds of a duration.
func Milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
