package vectors

// FFT has the options of a transform.
type FFT struct {
	OnCoset bool
}

// FFTOption is an option of a transform.
type FFTOption func(*FFT)

// OnCoset has the values on the domain's coset.
func OnCoset() FFTOption { return func(f *FFT) { f.OnCoset = true } }

// NewFFT returns the options together.
func NewFFT(opts []FFTOption) (f FFT) {
	for _, opt := range opts {
		opt(&f)
	}
	return f
}
