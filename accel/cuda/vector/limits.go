package vector

import "github.com/gnark-accel/gnark-accel/accel/cuda/kernels"

// The limits of operations on vectors.
const (
	// MaxElements is the length of the longest vector: kernels count in 32 bits.
	MaxElements = 1 << 31
	// MaxTerms is the number of vectors that [Workspace.Combine] adds up at once.
	MaxTerms = kernels.MostTerms
	// MaxCommitments is the number of commitments, and of selectors that meet them, that
	// [Workspace.Numerator] takes.
	MaxCommitments = kernels.MostCommitments
)
