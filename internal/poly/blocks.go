package poly

import "github.com/gnark-accel/gnark-accel/internal/parallel"

// blockLength is the number of elements that an operation on vectors takes at once. They are enough
// for its call not to count, and few enough for its operands to stay in the processor's cache.
const blockLength = 128

// InBlocks calls f on blocks of [0, n), on all processors. Each call has k vectors of the block's
// length to itself, with any content.
func InBlocks[E any](n, k int, f func(from, to int, scratch [][]E)) {
	parallel.Chunks(n, func(from, to int) {
		memory := make([]E, k*blockLength)
		scratch := make([][]E, k)
		for ; from < to; from += blockLength {
			end := min(from+blockLength, to)
			for i := range scratch {
				scratch[i] = memory[i*blockLength:][:end-from]
			}
			f(from, end, scratch)
		}
	})
}

// Fill sets all elements of a vector.
func Fill[E any](v []E, e E) {
	for i := range v {
		v[i] = e
	}
}
