package poly

import (
	"math/big"

	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Table computes with elements E for code that does not know their methods. Loops over elements
// stand behind its functions, which are called once a slice.
type Table[E any] struct {
	// Number returns a number as an element, BigInt the number of an element.
	Number func(uint64) E
	BigInt func(x *E, number *big.Int) *big.Int
	// Inverse returns 1/x, and 0 for 0.
	Inverse func(x E) E
	// Add, Sub and Mul set z[i] from x[i] and y[i], ScalarMul to c·x[i]. Slices have one length.
	Add, Sub, Mul func(z, x, y []E)
	ScalarMul     func(z, x []E, c E)
	// The functions of this package, but for PrefixProducts: it sets z[i] to x[0]·…·x[i].
	AddScaled      func(z, x []E, c E)
	Invert         func(z []E)
	Powers         func(z []E, x E)
	PrefixProducts func(z, x []E)
	Evaluate       func(p []E, x E) E
}

// TableOf returns the table of a field.
func TableOf[E any, S field.Scalar[E]]() *Table[E] {
	return &Table[E]{
		Number:  func(v uint64) (x E) { return *S(&x).SetUint64(v) },
		BigInt:  func(x *E, number *big.Int) *big.Int { return S(x).BigInt(number) },
		Inverse: func(x E) E { return *S(&x).Inverse(&x) },

		Add: add[E, S], Sub: sub[E, S], Mul: mul[E, S], ScalarMul: scalarMul[E, S],

		AddScaled:      AddScaled[E, S],
		Invert:         Invert[E, S],
		Powers:         Powers[E, S],
		PrefixProducts: inclusiveProducts[E, S],
		Evaluate:       Evaluate[E, S],
	}
}

func add[E any, S field.Scalar[E]](z, x, y []E) {
	parallel.Chunks(len(z), func(from, to int) {
		for i := from; i < to; i++ {
			S(&z[i]).Add(&x[i], &y[i])
		}
	})
}

func sub[E any, S field.Scalar[E]](z, x, y []E) {
	parallel.Chunks(len(z), func(from, to int) {
		for i := from; i < to; i++ {
			S(&z[i]).Sub(&x[i], &y[i])
		}
	})
}

func mul[E any, S field.Scalar[E]](z, x, y []E) {
	parallel.Chunks(len(z), func(from, to int) {
		for i := from; i < to; i++ {
			S(&z[i]).Mul(&x[i], &y[i])
		}
	})
}

func scalarMul[E any, S field.Scalar[E]](z, x []E, c E) {
	defer wipe(&c)
	parallel.Chunks(len(z), func(from, to int) {
		for i := from; i < to; i++ {
			S(&z[i]).Mul(&x[i], &c)
		}
	})
}

func inclusiveProducts[E any, S field.Scalar[E]](z, x []E) {
	product := field.One[E, S]()
	for i := range z {
		S(&product).Mul(&product, &x[i])
		z[i] = product
	}
}
