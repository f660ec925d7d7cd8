// Package algebra is the provers' view of a gnark-crypto curve, on the host.
//
// [Field] and [Group] are tables of functions beside those of package internal/curve. The packages
// below have one of each for their curve.
package algebra

import (
	"fmt"
	"hash"

	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Field is the scalar field of a curve.
type Field[E any] struct {
	Curve       string // the curve's name in gnark's logs, "bls12_377"
	Bits, Bytes int    // of a scalar
	Scalars     *curve.Field[E]

	// OnEngine is the field on the engine of a device.
	OnEngine func(*engine.Engine) *engine.Field
	// RootOfUnity returns the generator of the roots of unity of an order.
	RootOfUnity func(order uint64) (E, error)
	// Constants returns the constants of the domain of n elements, and NewDomain the domain itself.
	Constants func(n uint64) *curve.Domain[E]
	NewDomain func(n uint64) *Domain[E]
	// Elements returns the elements of a witness's vector, if that is one over this field.
	Elements func(vector any) ([]E, bool)
	// NewHash returns the hash to the field of RFC 9380 with a domain separation tag. Hash is the
	// same with several elements as the result.
	NewHash func(tag []byte) hash.Hash
	Hash    func(message, tag []byte, count int) ([]E, error)
}

// Witness returns the values of a witness. One over another field is refused; whether it fits a
// system is left to the solver. Invalid is the error if there is none.
func (f *Field[E]) Witness(full witness.Witness, invalid error) ([]E, error) {
	if full == nil {
		return nil, fmt.Errorf("%w: no witness", invalid)
	}
	values, ok := f.Elements(full.Vector())
	if !ok {
		return nil, fmt.Errorf("%w: not a witness over the scalar field of %s",
			witness.ErrInvalidWitness, f.Curve)
	}
	return values, nil
}

// Domain is a domain of gnark-crypto, with its transforms.
type Domain[E any] struct {
	curve.Domain[E]
	// FFT and FFTInverse are gnark-crypto's, in place and on the CPU.
	FFT, FFTInverse func(values []E, t Transform)
	// Interpolate replaces values by coefficients, both in natural order, on an engine.
	Interpolate func(e *accel.Engine, values []E) error
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
