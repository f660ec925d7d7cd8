package solver

import (
	"math/big"

	"github.com/gnark-accel/gnark-accel/internal/raw"
	"github.com/gnark-accel/gnark-accel/internal/solver/integers"
)

// element is a pointer to a field element.
type element[E any] interface {
	*E
	SetOne() *E
	Mul(x, y *E) *E
}

const (
	// spare is the number of elements that [Field.Invert] needs beside its products.
	spare = 64
	// short are vectors that are inverted in chains, of so many elements at most.
	short = 16
)

// InvertOf returns [Field.Invert] of the field of an odd prime, whose vectors mul multiplies.
func InvertOf[E comparable, P element[E]](
	modulus *big.Int, mul func(z, x, y []E),
) func(x, room []E) {
	v := &inverter[E, P]{integers.NewInverter(modulus), mul}
	return v.invert
}

type inverter[E comparable, P element[E]] struct {
	one *integers.Inverter // of an element
	mul func(z, x, y []E)  // of vectors
}

// invert inverts elements but zeros.
func (v *inverter[E, P]) invert(x, room []E) {
	var none, one E
	P(&one).SetOne()
	var zeros []int
	for i := range x {
		if x[i] == none {
			zeros, x[i] = append(zeros, i), one
		}
	}
	v.byHalves(x, room)
	for _, i := range zeros {
		x[i] = none
	}
}

// byHalves multiplies halves of the elements with each other, then halves of the products, until
// few are left. It takes their inverses back the same way. So it multiplies vectors, at twice the
// speed with AVX-512.
func (v *inverter[E, P]) byHalves(x, room []E) {
	if len(x) <= short {
		v.inChains(x, room)
		return
	}
	half := len(x) / 2
	low, high, odd := x[:half], x[half:2*half], x[2*half:]
	products, room := room[:half+len(odd)], room[half+len(odd):]
	v.mul(products[:half], low, high)
	copy(products[half:], odd)
	v.byHalves(products, room)
	copy(odd, products[half:])
	products, lows := products[:half], room[:half]
	copy(lows, low)
	v.mul(low, products, high)
	v.mul(high, products, lows)
}

// inChains inverts elements by products of all (Montgomery's trick), in two chains.
func (v *inverter[E, P]) inChains(x, room []E) {
	if len(x) == 1 {
		v.one.Invert(raw.Words(&x[0]))
		return
	}
	half := len(x) / 2
	low, high, both, products := &room[0], &room[1], &room[2], room[3:]
	P(low).SetOne()
	P(high).SetOne()
	if len(x)%2 == 1 {
		extend[E, P](high, &products[2*half], &x[2*half])
	}
	for i := range half {
		extend[E, P](low, &products[i], &x[i])
		extend[E, P](high, &products[half+i], &x[half+i])
	}
	P(both).Mul(low, high)
	v.one.Invert(raw.Words(both))
	*low, *high = *high, *low
	P(low).Mul(both, low)
	P(high).Mul(both, high)
	for i := half - 1; i >= 0; i-- {
		shorten[E, P](low, &products[i], &x[i])
		shorten[E, P](high, &products[half+i], &x[half+i])
	}
	if len(x)%2 == 1 {
		shorten[E, P](high, &products[2*half], &x[2*half])
	}
}

// extend multiplies a product by x, and keeps the product before.
func extend[E any, P element[E]](product, before, x *E) {
	*before = *product
	P(product).Mul(product, x)
}

// shorten divides x out of a product, and inverts x. It takes and leaves the product's inverse.
func shorten[E any, P element[E]](inverse, before, x *E) {
	P(before).Mul(before, inverse)
	P(inverse).Mul(inverse, x)
	*x = *before
}

// invertAll inverts all elements but zeros.
func (m *Machine[E]) invertAll(x []E) {
	if len(x) == 0 {
		return
	}
	m.system.Scalars.Invert(x, grow(&m.scratch.products, len(x)+spare))
}
