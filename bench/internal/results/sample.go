package results

import (
	"slices"
	"time"
)

// Sample has the times of the runs of one thing, in milliseconds and in order. It has one at least.
type Sample []float64

// NewSample is the sample of some runs.
func NewSample(runs []time.Duration) Sample {
	s := make(Sample, len(runs))
	for i, took := range runs {
		s[i] = Milliseconds(took)
	}
	return s
}

// Median is the middle value, or the mean of the two in the middle.
func (s Sample) Median() float64 {
	sorted := slices.Sorted(slices.Values(s))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Min is the least time.
func (s Sample) Min() float64 { return slices.Min(s) }

// Spread is the longest run less the shortest, as a share of the median.
func (s Sample) Spread() float64 { return (slices.Max(s) - s.Min()) / s.Median() }

// Milliseconds of a duration.
func Milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
