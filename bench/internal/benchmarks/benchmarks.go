// Package benchmarks has the benchmarks, a file each with helpers beside it.
package benchmarks

import (
	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
)

// commands make the benchmarks of the commands.
var commands = map[string]func() measure.Benchmark{
	"prove":    func() measure.Benchmark { return new(proofs) },
	"first":    func() measure.Benchmark { return new(firstProofs) },
	"setup":    func() measure.Benchmark { return new(setups) },
	"load":     func() measure.Benchmark { return new(loads) },
	"ceremony": func() measure.Benchmark { return new(ceremonies) },
	"solve":    func() measure.Benchmark { return new(solves) },
	"msm":      func() measure.Benchmark { return new(msms) },
	"ntt":      func() measure.Benchmark { return new(transforms) },
}

// New returns the benchmark of a command, and nil if there is none.
func New(command string) measure.Benchmark {
	if of := commands[command]; of != nil {
		return of()
	}
	return nil
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
