package cuda

// Field describes one prime field to the backend, whose elements vectors hold.
type Field struct {
	// Name names the field in errors and begins the names of its kernels, for instance "bn254_fr".
	Name string
	// Limbs is the number of 64-bit limbs of an element.
	Limbs int
	// Kernels returns the curve's kernels, an unpacked fatbin. It is called once a device.
	Kernels func() ([]byte, error)
}

// ElementBytes is the size of an element in memory.
func (f *Field) ElementBytes() int { return 8 * f.Limbs }

// Decimation says in which order a transform takes and leaves its elements, as gnark-crypto's fft.DIF and fft.DIT do.
type Decimation int

const (
	// Frequency takes elements in natural order and leaves them in bit-reversed order.
	Frequency Decimation = iota
	// Time takes elements in bit-reversed order and leaves them in natural order.
	Time
)

// Coset is the coset shift·H of a domain H.
type Coset struct {
	// Shift and Inverse are the shift and 1/shift, in Montgomery form.
	Shift, Inverse []uint64
}

// Transform says what a number-theoretic transform does.
type Transform struct {
	// Inverse interpolates, with the division by the domain's size, rather than evaluates.
	Inverse bool
	// Decimation is the order of the elements.
	Decimation Decimation
	// Coset is where the values are: on the domain itself if it is nil. Forward, the coefficient of Xⁱ is multiplied by
	// shiftⁱ first; inverse, divided by it at last.
	Coset *Coset
}
