// Package field lets generic code compute with the scalars of every curve.
//
// gnark-crypto has one type of elements a curve, and no interface over them. The constraint
// [Scalar] names the methods that generic code needs. Calls through it are not inlined, so
// loops over millions of elements stay generated, one copy a curve.
package field

import (
	"math/big"

	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// Scalar is a pointer to an element E of a scalar field. It is *fr.Element of gnark-crypto, for
// example. Elements are in Montgomery form and fully reduced. A method sets its receiver and
// returns it.
type Scalar[E any] interface {
	*E
	Add(x, y *E) *E
	Sub(x, y *E) *E
	Mul(x, y *E) *E
	Neg(x *E) *E
	Inverse(x *E) *E // of zero it is zero
	Exp(x E, k *big.Int) *E
	SetOne() *E
	SetUint64(v uint64) *E
	BigInt(k *big.Int) *big.Int // the number, not in Montgomery form
	IsZero() bool
	Equal(x *E) bool
}

// One returns the element 1.
func One[E any, S Scalar[E]]() E {
	var one E
	S(&one).SetOne()
	return one
}

// Power returns xⁿ.
func Power[E any, S Scalar[E]](x E, n uint64) E {
	var power E
	S(&power).Exp(x, new(big.Int).SetUint64(n))
	return power
}

// Domain is [curve.Domain].
type Domain[E any] = curve.Domain[E]
