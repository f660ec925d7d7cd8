package cuda

// IndexElements is the number of elements whose memory holds n indices of 32 bits.
func IndexElements(f *Field, n int) int { return (4*n + f.ElementBytes() - 1) / f.ElementBytes() }
