// Package benchmarks has the benchmarks, a file each with helpers beside it.
package benchmarks

import (
	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
)

// New returns the benchmark of a command, and nil if there is none.
func New(command string) measure.Benchmark {
	return map[string]measure.Benchmark{
		"prove": new(proofs), "first": new(firstProofs), "setup": new(setups), "load": new(loads),
		"ceremony": new(ceremonies), "solve": new(solves), "msm": new(msms), "ntt": new(transforms),
	}[command]
}

// maxSize is the logarithm of the largest size of MSMs and transforms.
const maxSize = 28

// checkSizes refuses sizes that are no powers of two that a device computes with.
func checkSizes(sizes []int) error {
	for _, size := range sizes {
		if size < 0 || size > maxSize {
			return flags.Wrong("size 2^%d; sizes are powers of two from 0 to %d", size, maxSize)
		}
	}
	return nil
}
