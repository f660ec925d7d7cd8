package plan

// Field describes a prime field, whose elements vectors hold.
type Field struct {
	// Name names the field in errors and begins the names of its kernels, such as "bn254_fr".
	Name string
	// Limbs is the number of 64-bit limbs of an element.
	Limbs int
	// Kernels returns the curve's kernels, an unpacked fatbin. It is called once a device.
	Kernels func() ([]byte, error)
}

// ElementBytes is the size of an element in memory.
func (f *Field) ElementBytes() int { return 8 * f.Limbs }

// IndexElements is the number of elements whose memory holds n indices of 32 bits.
func IndexElements(f *Field, n int) int { return CeilDiv(4*n, f.ElementBytes()) }
