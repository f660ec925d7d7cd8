package groth16

import (
	"slices"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
)

// newValues returns values on a domain of n elements that satisfy k constraints.
func newValues(k, n int) *Values[fr.Element] {
	v := &Values[fr.Element]{
		Domain: newDomain(n), A: elements(k, 5), B: elements(k, 6), C: make([]fr.Element, k),
	}
	for i := range v.C {
		v.C[i].Mul(&v.A[i], &v.B[i])
	}
	return v
}

// oracle computes the quotient by its definition, (a·b − c)/(gⁿ − 1) on the coset, with
// gnark-crypto's transforms.
func oracle(v *Values[fr.Element]) []fr.Element {
	d := fft.NewDomain(v.Domain.Cardinality)
	onCoset := func(values []fr.Element) []fr.Element {
		p := append(slices.Clone(values), make([]fr.Element, v.Domain.Len()-len(values))...)
		d.FFTInverse(p, fft.DIF)
		d.FFT(p, fft.DIT, fft.OnCoset())
		return p
	}
	a, b, c := onCoset(v.A), onCoset(v.B), onCoset(v.C)
	inverse := InverseOnCoset[fr.Element](v.Domain)
	for i := range a {
		a[i].Mul(&a[i], &b[i])
		a[i].Sub(&a[i], &c[i])
		a[i].Mul(&a[i], &inverse)
	}
	d.FFTInverse(a, fft.DIF, fft.OnCoset())
	return a
}
