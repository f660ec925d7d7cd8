// Package curve has the curves as values, for code that does not know their types.
//
// gnark-crypto has types of its own for each curve, and no interface over them. Tables of functions
// stand for their methods.
package curve

import (
	"hash"
	"math/big"
)

// Field is a table of functions on the elements E of a scalar field. They are gnark-crypto's
// methods of *fr.Element, for example. Elements are in Montgomery form and fully reduced. A
// function sets its first argument z, which may be one of the operands, and returns it.
//
// A call through the table costs as much as an addition. Loops over many elements call Vectors.
type Field[E any] struct {
	One         E
	Bits, Bytes int // of an element

	Add, Sub, Mul func(z, x, y *E) *E
	Neg           func(z, x *E) *E
	Inverse       func(z, x *E) *E // of zero it is zero
	Exp           func(z, x *E, k *big.Int) *E

	SetUint64 func(z *E, v uint64) *E
	SetBigInt func(z *E, v *big.Int) *E
	SetBytes  func(z *E, bigEndian []byte) *E // modulo the field's order
	SetRandom func(z *E) (*E, error)          // from crypto/rand

	BigInt  func(x *E, k *big.Int) *big.Int // the number, not in Montgomery form
	Marshal func(x *E) []byte
	IsZero  func(x *E) bool
	Equal   func(x, y *E) bool

	Vectors Vectors[E]
	// Elements returns the elements of a vector of gnark-crypto, if it is one over this field.
	Elements func(vector any) ([]E, bool)

	Extras[E]
}

// Extras are the parts of a field that have packages of their own in gnark-crypto. The solver's
// fields lack them.
type Extras[E any] struct {
	Curve string // the curve's name in gnark's logs, "bls12_377"

	// RootOfUnity returns the generator of the roots of unity of an order.
	RootOfUnity func(order uint64) (E, error)
	// NewDomain returns the domain of n elements, and Constants one whose transforms are slow.
	NewDomain, Constants func(n uint64) *Domain[E]
	// NewHash returns the hash to the field of RFC 9380 with a domain separation tag. Hash is the
	// same with several elements as the result.
	NewHash func(tag []byte) hash.Hash
	Hash    func(message, tag []byte, count int) ([]E, error)
}

// scalar is a pointer to an element.
type scalar[E any] interface {
	*E
	Add(x, y *E) *E
	Sub(x, y *E) *E
	Mul(x, y *E) *E
	Neg(x *E) *E
	Inverse(x *E) *E
	Exp(x E, k *big.Int) *E
	SetOne() *E
	SetUint64(v uint64) *E
	SetBigInt(v *big.Int) *E
	SetBytes(bigEndian []byte) *E
	SetRandom() (*E, error)
	BigInt(k *big.Int) *big.Int
	Marshal() []byte
	IsZero() bool
	Equal(x *E) bool
}

// FieldOf returns the table of a field. V is gnark-crypto's type fr.Vector; S and W are pointers.
func FieldOf[E any, V ~[]E, S scalar[E], W vector[E, V]]() *Field[E] {
	var one, last E
	S(&one).SetOne()
	return &Field[E]{
		One:   one,
		Bits:  S(S(&last).Neg(&one)).BigInt(new(big.Int)).BitLen(),
		Bytes: len(S(&one).Marshal()),

		Add:     func(z, x, y *E) *E { return S(z).Add(x, y) },
		Sub:     func(z, x, y *E) *E { return S(z).Sub(x, y) },
		Mul:     func(z, x, y *E) *E { return S(z).Mul(x, y) },
		Neg:     func(z, x *E) *E { return S(z).Neg(x) },
		Inverse: func(z, x *E) *E { return S(z).Inverse(x) },
		Exp:     func(z, x *E, k *big.Int) *E { return S(z).Exp(*x, k) },

		SetUint64: func(z *E, v uint64) *E { return S(z).SetUint64(v) },
		SetBigInt: func(z *E, v *big.Int) *E { return S(z).SetBigInt(v) },
		SetBytes:  func(z *E, bigEndian []byte) *E { return S(z).SetBytes(bigEndian) },
		SetRandom: func(z *E) (*E, error) { return S(z).SetRandom() },

		BigInt:  func(x *E, k *big.Int) *big.Int { return S(x).BigInt(k) },
		Marshal: func(x *E) []byte { return S(x).Marshal() },
		IsZero:  func(x *E) bool { return S(x).IsZero() },
		Equal:   func(x, y *E) bool { return S(x).Equal(y) },

		Vectors: vectorsOf[E, V, S, W](),
		Elements: func(vector any) ([]E, bool) {
			v, ok := vector.(V)
			return v, ok
		},
	}
}

// With returns the field with its extras.
func (f *Field[E]) With(extras Extras[E]) *Field[E] {
	with := *f
	with.Extras = extras
	return &with
}

// Number returns a number as an element.
func (f *Field[E]) Number(v uint64) (x E) { return *f.SetUint64(&x, v) }

// Power returns xⁿ.
func (f *Field[E]) Power(x E, n uint64) (power E) {
	return *f.Exp(&power, &x, new(big.Int).SetUint64(n))
}
