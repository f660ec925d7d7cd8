package curve

// Domain is the n roots of unity that have a polynomial's values, and a coset.
type Domain[E any] struct {
	Field       *Field[E]
	Cardinality uint64 // n, a power of two
	// Generator is ω, of order n. Shift is the u of the coset uH; its inverse follows, and that
	// of n.
	Generator, Shift, ShiftInverse, CardinalityInverse E
	// FFT and FFTInverse are gnark-crypto's, in place and on the CPU.
	FFT, FFTInverse func(values []E, t Transform)
}

// Transform says how a domain is transformed. Its zero value is a transform from bit-reversed to
// natural order by all processors.
type Transform struct {
	Decimation Decimation
	OnCoset    bool
	Tasks      int // at once, at most; 0 is one for each processor
}

// Decimation is gnark-crypto's. DIF goes from natural to bit-reversed order, DIT back.
type Decimation uint8

// The values are the values of gnark-crypto's packages fft.
const (
	DIT Decimation = iota
	DIF
)

// TransformOf returns a transform of gnark-crypto's with its options.
func TransformOf[E, O any, D ~uint8](
	fft func(values []E, decimation D, options ...O), onCoset func() O, tasks func(int) O,
) func(values []E, t Transform) {
	return func(values []E, t Transform) {
		var options []O
		if t.OnCoset {
			options = append(options, onCoset())
		}
		if t.Tasks > 0 {
			options = append(options, tasks(t.Tasks))
		}
		fft(values, D(t.Decimation), options...)
	}
}

// Len returns n as an int, and 0 for a domain that is missing.
func (d *Domain[E]) Len() int {
	if d == nil {
		return 0
	}
	return int(d.Cardinality)
}

// Vanishing returns xⁿ − 1, which is 0 on the domain alone.
func (d *Domain[E]) Vanishing(x E) E {
	power := d.Field.Power(x, d.Cardinality)
	return *d.Field.Sub(&power, &power, &d.Field.One)
}
