// Package benchmarks has the benchmarks, a file each with helpers beside it.
package benchmarks

import (
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
)

// All are the benchmarks, in the order in which pages show them.
func All() []measure.Benchmark {
	return []measure.Benchmark{
		{Name: "prove", New: func() measure.Settings { return new(proofs) }},
		{Name: "first", New: func() measure.Settings { return newFirst() }},
		{Name: "setup", New: func() measure.Settings {
			return &comparisons{command: "setup", rows: setup, schemes: "groth16,plonk"}
		}},
		{Name: "load", New: func() measure.Settings { return newLoad() }},
		{Name: "ceremony", New: func() measure.Settings {
			return &comparisons{command: "ceremony", rows: ceremony, schemes: "groth16"}
		}},
		{Name: "solve", New: func() measure.Settings { return new(solves) }},
		{Name: "msm", New: func() measure.Settings { return new(msm) }},
		{Name: "ntt", New: func() measure.Settings { return new(transforms) }},
	}
}

// maxSize is the logarithm of the largest size of MSMs and transforms.
const maxSize = 28

// checkSizes refuses sizes that are no powers of two that a device computes with.
func checkSizes(sizes []int) error {
	for _, size := range sizes {
		if size < 0 || size > maxSize {
			return measure.Wrong("size 2^%d; sizes are powers of two from 0 to %d", size, maxSize)
		}
	}
	return nil
}
