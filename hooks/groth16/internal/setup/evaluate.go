package setup

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// lagrange returns the values at τ of a domain's first n Lagrange polynomials. They are Lᵢ(τ) = (τᴺ
// − 1)/N · ωⁱ/(τ − ωⁱ) for a domain of N elements.
func lagrange[E any, S algebra.Scalar[E]](d *curve.Domain[E], w *waste[E], n int) []E {
	roots, values := make([]E, n), make([]E, n)
	poly.Powers(d.Field, roots, d.Generator)
	parallel.Chunks(n, func(from, to int) {
		for i := from; i < to; i++ {
			S(&values[i]).Sub(&w.tau, &roots[i])
		}
	})
	poly.Invert(d.Field, values)
	S(&w.factor).Mul(&w.vanishing, &d.CardinalityInverse)
	parallel.Chunks(n, func(from, to int) {
		for i := from; i < to; i++ {
			S(&values[i]).Mul(&values[i], &roots[i])
			S(&values[i]).Mul(&values[i], &w.factor)
		}
	})
	return values
}

// evaluate returns the values of all wires' polynomials Aᵢ, Bᵢ and Cᵢ. basis has the values of the
// Lagrange basis. The rows are the rows of A, B and C, each from a multiple of stride on.
//
// Each worker reads all terms and adds up the terms of its own wires.
func evaluate[E any, S algebra.Scalar[E]](
	rows *device.Rows, stride int, basis, coefficients []E, wires int,
) (values [3][]E) {
	for matrix := range values {
		sums := make([]E, wires)
		values[matrix] = sums
		starts := rows.Starts[matrix*stride:]
		parallel.Chunks(wires, func(from, to int) {
			product := make([]E, 1)
			defer clear(product)
			for i := range basis {
				for _, t := range rows.Terms[starts[i]:starts[i+1]] {
					if wire := int(t.Wire); from <= wire && wire < to {
						accumulate[E, S](&sums[wire], &product[0],
							&coefficients[t.Coefficient], t.Coefficient, &basis[i])
					}
				}
			}
		})
	}
	return values
}

// accumulate adds a coefficient times a value to a sum. number is the coefficient's number in
// gnark.
func accumulate[E any, S algebra.Scalar[E]](sum, product, coefficient *E, number uint32, value *E) {
	switch number {
	case constraint.CoeffIdOne:
		S(sum).Add(sum, value)
	case constraint.CoeffIdMinusOne:
		S(sum).Sub(sum, value)
	default:
		S(product).Mul(coefficient, value)
		S(sum).Add(sum, product)
	}
}
