package setup

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/field"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// lagrange returns the values at τ of the first n polynomials of a domain's Lagrange basis,
// Lᵢ(τ) = (τᴺ − 1)/N · ωⁱ/(τ − ωⁱ) for a domain of N elements.
func lagrange[E any, S algebra.Scalar[E]](
	f *algebra.Field[E], d *field.Domain[E], tau E, n int,
) []E {
	roots, values := make([]E, n), make([]E, n)
	poly.Powers[E, S](roots, d.Generator)
	parallel.Chunks(n, func(from, to int) {
		for i := from; i < to; i++ {
			S(&values[i]).Sub(&tau, &roots[i])
		}
	})
	poly.Invert[E, S](values)
	factor := vanishing[E, S](d, tau)
	S(&factor).Mul(&factor, &d.CardinalityInverse)
	parallel.Chunks(n, func(from, to int) {
		some := values[from:to]
		f.Vectors.Mul(some, some, roots[from:to])
		f.Vectors.ScalarMul(some, some, &factor)
	})
	return values
}

// vanishing returns τᴺ − 1 for a domain of N elements.
func vanishing[E any, S algebra.Scalar[E]](d *field.Domain[E], tau E) E {
	value, one := field.Power[E, S](tau, d.Cardinality), field.One[E, S]()
	S(&value).Sub(&value, &one)
	return value
}

// evaluate returns the values of all wires' polynomials Aᵢ, Bᵢ and Cᵢ, given those of the Lagrange
// basis. The rows are those of A, B and C, each from a multiple of stride on.
//
// Each worker reads all terms and adds up those of its own wires.
func evaluate[E any, S algebra.Scalar[E]](
	rows *device.Rows, stride int, basis, coefficients []E, wires int,
) (values [3][]E) {
	for matrix := range values {
		sums := make([]E, wires)
		values[matrix] = sums
		starts := rows.Starts[matrix*stride:]
		parallel.Chunks(wires, func(from, to int) {
			for i := range basis {
				for _, t := range rows.Terms[starts[i]:starts[i+1]] {
					if wire := int(t.Wire); from <= wire && wire < to {
						accumulate[E, S](&sums[wire], t.Coefficient, coefficients, &basis[i])
					}
				}
			}
		})
	}
	return values
}

// accumulate adds a coefficient times a value to a sum.
func accumulate[E any, S algebra.Scalar[E]](
	sum *E, coefficient uint32, coefficients []E, value *E,
) {
	switch coefficient {
	case constraint.CoeffIdOne:
		S(sum).Add(sum, value)
	case constraint.CoeffIdMinusOne:
		S(sum).Sub(sum, value)
	default:
		var product E
		S(&product).Mul(&coefficients[coefficient], value)
		S(sum).Add(sum, &product)
	}
}
