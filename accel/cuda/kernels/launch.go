// Package kernels holds the CUDA kernels, and their numbers that launches need.
//
// The numbers are generated from the sources: see internal/kernelbuild. The built kernels of a
// curve are in the package of its name below this one.
package kernels

// Launch is the geometry of a group's kernels, as compiled (curve/*.cuh).
type Launch struct {
	// AccumulateThreads is the block size of the accumulation, AccumulateBlocks the number of
	// blocks that fit a multiprocessor.
	AccumulateThreads, AccumulateBlocks int
	// QuadBlocks is the number of blocks of the fix-up and the reduction that fit a multiprocessor.
	QuadBlocks int
	// BatchAffineThreads and BatchAffineBlocks are the same for the batch-affine additions. They
	// are zero if the group has no such kernels.
	BatchAffineThreads, BatchAffineBlocks int
}

// LaunchOf returns the geometry of the kernels whose names begin with prefix, such as "bn254_g1".
// It reports false if there are none.
func LaunchOf(prefix string) (Launch, bool) {
	l, ok := launches[prefix]
	return l, ok
}
