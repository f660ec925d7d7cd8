package cuda

import "github.com/gnark-accel/gnark-accel/accel/cuda/vector"

// Workspace returns a workspace, which is to be closed after use.
func (b *Backend) Workspace() (*Workspace, error) { return b.vectors.Workspace() }

// Domain returns the domain of 2^log elements that the generator, in Montgomery form, generates.
//
// The tables are made at the first call for a generator and take n/2 elements. After the domain's
// Close they stay as long as nothing else needs the memory. Sizes are from 2 to 2^28.
func (b *Backend) Domain(f *Field, generator []uint64, log int) (*Domain, error) {
	return b.vectors.Domain(f, generator, log)
}

// MayStay reports whether vectors stay on the device between proofs: see [vector.MayStay].
func MayStay(bytes, left uint64) bool { return vector.MayStay(bytes, left) }
