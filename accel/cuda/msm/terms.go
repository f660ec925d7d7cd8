package msm

import (
	"slices"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

func (s *sum) resultBytes() int {
	return s.plan.Results() * plan.CoordinatesXYZZ * 8 * s.group.CoordinateLimbs
}

// terms reads the results of the MSM whose sets begin at number `first`.
//
// From the last set to the first, these are the sums Q_j from the highest bit to the lowest and
// then the sum of all rows (kernels/msm/reduce.cuh).
func (s *sum) terms(first int) []Term {
	p := s.plan
	limbs := plan.CoordinatesXYZZ * s.group.CoordinateLimbs
	words := driver.View[uint64](s.slot.results.Bytes()[:s.resultBytes()])
	result := func(set, i int) []uint64 {
		return slices.Clone(words[((first+set)*p.Window+i)*limbs:][:limbs])
	}
	bits := p.Window - 1
	terms := make([]Term, 0, p.Sets*p.Window)
	for set := p.Sets - 1; set >= 0; set-- {
		for bit := bits - 1; bit >= 0; bit-- {
			terms = append(terms, Term{Shift: set*p.Window + bit, Point: result(set, bit)})
		}
		terms = append(terms, Term{Shift: set * p.Window, Point: result(set, bits)})
	}
	return terms
}

// results has the terms of each MSM, unless there was nothing to plan, and the report.
func (s *sum) results() []*Result {
	results := make([]*Result, s.scalars.count)
	for i := range results {
		results[i] = &Result{Report: s.report}
		if s.plan != nil {
			results[i].Terms = s.terms(i * s.plan.Sets)
		}
	}
	return results
}

// describe reports how the MSM was run.
func (s *sum) describe() {
	s.report.Points = s.scalars.length * s.scalars.count
	s.report.Window, s.report.Factor = s.plan.Window, s.plan.Factor
	s.report.Chunks = len(s.plan.Chunks)
}
