package msm

import (
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Term is one summand of a result: 2^Shift times a point.
type Term struct {
	// Shift is the number of doublings that the point still needs.
	Shift int
	// Point holds X, Y, ZZ, ZZZ, one coordinate after the other, in Montgomery form and fully
	// reduced. The affine point is (X/ZZ, Y/ZZZ). ZZ = 0 is the point at infinity. ZZ³ = ZZZ².
	Point []uint64
}

// Result is an MSM before its last few doublings, which are left to the host.
//
// The MSM is the sum of all terms. They are ordered by descending shift, so that Horner's rule
// applies from the first to the last.
type Result struct {
	Terms  []Term
	Report Report
}

// Report says how an MSM was run and where its time went.
type Report struct {
	Window int // window width in bits
	Factor int // precomputed multiples of a base, 1 without precomputation
	Chunks int // pieces in which the scalars went through the device
	// Device is the index of the device that ran the MSM.
	Device int
	// Phases are measured on the device between events, Total on the host from call to result.
	// Upload is the time in which scalars and host bases were on their way, mostly under compute.
	Upload, Partition, Accumulate, Reduce, Total time.Duration
	// BytesUp is the number of bytes that crossed the bus to the device.
	BytesUp uint64
}

func (m *msm) resultBytes() int { return m.bytesOf(m.plan.Results()) }

func (m *msm) bytesOf(results int) int {
	return results * plan.CoordinatesXYZZ * 8 * m.group.CoordinateLimbs
}

// terms reads the results of the MSM whose sets begin at number `first`.
//
// From the last set to the first, these are the sums Q_j from the highest bit to the lowest and
// then the sum of all rows (kernels/msm/reduce.cuh).
func (m *msm) terms(first int) []Term {
	p := m.plan
	limbs := plan.CoordinatesXYZZ * m.group.CoordinateLimbs
	words := raw.View[uint64](m.bytes)
	result := func(set, i int) []uint64 {
		return words[((first+set)*p.Window+i)*limbs:][:limbs:limbs]
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

// results has the terms of each MSM, and the report. Without a plan there are no terms.
func (m *msm) results() []*Result {
	results := make([]*Result, m.scalars.count)
	for i := range results {
		results[i] = &Result{Report: m.report}
		if m.plan != nil {
			results[i].Terms = m.terms(i * m.plan.Sets)
		}
	}
	return results
}
