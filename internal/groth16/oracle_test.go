package groth16

import (
	"math/bits"

	"github.com/gnark-accel/gnark-accel/internal/field"
)

// values returns values on a domain of n elements that satisfy k constraints.
func (o *over[P1, P2, E, S]) values(k, n int) *Values[E] {
	v := &Values[E]{
		Domain: o.domain(n), A: o.elements(k, 5), B: o.elements(k, 6), C: make([]E, k),
	}
	for i := range v.C {
		S(&v.C[i]).Mul(&v.A[i], &v.B[i])
	}
	return v
}

// oracle computes the quotient by its definition: (a·b − c)/(gⁿ − 1) on the coset.
func (o *over[P1, P2, E, S]) oracle(v *Values[E]) []E {
	d := v.Domain
	a, b, c := o.onCoset(d, v.A), o.onCoset(d, v.B), o.onCoset(d, v.C)
	inverse := InverseOnCoset[E, S](d)
	for i := range a {
		S(&a[i]).Mul(&a[i], &b[i])
		S(&a[i]).Sub(&a[i], &c[i])
		S(&a[i]).Mul(&a[i], &inverse)
	}
	h := o.interpolate(d, a)
	o.scale(h, d.ShiftInverse)
	reversed := make([]E, len(h))
	for i := range h {
		reversed[bits.Reverse64(uint64(i))>>(64-bits.Len(uint(len(h)-1)))] = h[i]
	}
	return reversed
}

// onCoset returns the values on the coset of the polynomial with the given values on the domain.
func (o *over[P1, P2, E, S]) onCoset(d *field.Domain[E], values []E) []E {
	p := o.interpolate(d, append(append([]E{}, values...), make([]E, d.Len()-len(values))...))
	o.scale(p, d.Shift)
	return o.evaluate(p, d.Generator)
}

func (o *over[P1, P2, E, S]) interpolate(d *field.Domain[E], values []E) []E {
	var inverse E
	p := o.evaluate(values, *S(&inverse).Inverse(&d.Generator))
	for i := range p {
		S(&p[i]).Mul(&p[i], &d.CardinalityInverse)
	}
	return p
}

// scale multiplies the i-th element by shiftⁱ.
func (o *over[P1, P2, E, S]) scale(p []E, shift E) {
	power := field.One[E, S]()
	for i := range p {
		S(&p[i]).Mul(&p[i], &power)
		S(&power).Mul(&power, &shift)
	}
}

// evaluate returns the values of a polynomial at the powers of w, whose order is its length.
func (o *over[P1, P2, E, S]) evaluate(p []E, w E) []E {
	n := len(p)
	if n == 1 {
		return []E{p[0]}
	}
	even, odd := make([]E, n/2), make([]E, n/2)
	for i := range even {
		even[i], odd[i] = p[2*i], p[2*i+1]
	}
	var square E
	S(&square).Mul(&w, &w)
	even, odd = o.evaluate(even, square), o.evaluate(odd, square)
	values, power := make([]E, n), field.One[E, S]()
	for i := range even {
		S(&odd[i]).Mul(&odd[i], &power)
		S(&values[i]).Add(&even[i], &odd[i])
		S(&values[i+n/2]).Sub(&even[i], &odd[i])
		S(&power).Mul(&power, &w)
	}
	return values
}
