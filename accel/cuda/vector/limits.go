package vector

// The limits of operations on vectors.
const (
	// MaxElements is the length of the longest vector: kernels count in 32 bits.
	MaxElements = 1 << 31
	// MaxTerms is the number of vectors that [Workspace.Combine] adds up at once.
	MaxTerms = 16
	// MaxCommitments is the number of commitments, and of selectors that meet them, that
	// [Workspace.Numerator] takes.
	MaxCommitments = 8
)
