package keys

// samples is the number of elements that a fingerprint remembers.
const samples = 16

// Fingerprint recognises a slice that was loaded earlier. It compares the address, the length, and
// a few elements spread over the slice. The elements are needed because gnark decodes a key into
// the slices of the old one when the lengths agree. A change of a few single elements goes
// unnoticed: keys are replaced, not edited.
//
// A fingerprint keeps the slice's memory alive. Without that, another slice could come to lie at
// the same address.
type Fingerprint[T comparable] struct {
	slice  []T
	sample [samples]T
}

// FingerprintOf returns the fingerprint of a slice.
func FingerprintOf[T comparable](slice []T) Fingerprint[T] {
	return Fingerprint[T]{slice: slice, sample: spread(slice)}
}

// Matches reports whether the fingerprint was taken of this slice with this content.
func (f *Fingerprint[T]) Matches(slice []T) bool {
	if len(slice) != len(f.slice) {
		return false
	}
	if len(slice) == 0 {
		return true
	}
	return &slice[0] == &f.slice[0] && spread(slice) == f.sample
}

// spread returns evenly spaced elements of a slice, the first and the last among them.
func spread[T any](slice []T) (sample [samples]T) {
	if len(slice) == 0 {
		return sample
	}
	for i := range sample {
		sample[i] = slice[i*(len(slice)-1)/(samples-1)]
	}
	return sample
}
