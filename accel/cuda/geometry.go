package cuda

// Threads a block of the kernels, as compiled (kernels/msm and kernels/curve).
const (
	partitionThreads  = 512
	scanThreads       = 1024
	accumulateThreads = 128
	foldThreads       = 128
	reduceThreads     = 128
	precomputeThreads = 128
	precomputeBatch   = 16
)
