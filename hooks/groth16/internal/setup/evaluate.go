package setup

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// lagrange returns the values at τ of a domain's first n Lagrange polynomials. They are Lᵢ(τ) = (τᴺ
// − 1)/N · ωⁱ/(τ − ωⁱ) for a domain of N elements.
func lagrange[E any](d *curve.Domain[E], w *waste[E], n int) []E {
	f, roots, values := d.Field, make([]E, n), make([]E, n)
	poly.Powers(f, roots, d.Generator)
	poly.Fill(values, w.tau)
	poly.Elementwise(f.Vectors.Sub, values, values, roots)
	poly.Invert(f, values)
	poly.Elementwise(f.Vectors.Mul, values, values, roots)
	f.Mul(&w.factor, &w.vanishing, &d.CardinalityInverse)
	poly.ScalarMul(f, values, values, w.factor)
	return values
}

// evaluate returns the values of all wires' polynomials Aᵢ, Bᵢ and Cᵢ. basis has the values of the
// Lagrange basis on a domain.
//
// Each worker reads all terms and adds up the terms of its own wires.
func evaluate[E any](
	d *curve.Domain[E], rows *device.Rows, basis, coefficients []E, wires int,
) (values [3][]E) {
	for matrix := range values {
		sums := make([]E, wires)
		values[matrix] = sums
		starts := rows.Starts[matrix*device.RowsOf(d.Len()):]
		parallel.Chunks(wires, func(from, to int) {
			own := &accumulator[E]{field: d.Field, coefficients: coefficients}
			defer own.zeroize()
			for i := range basis {
				for _, t := range rows.Terms[starts[i]:starts[i+1]] {
					if wire := int(t.Wire); from <= wire && wire < to {
						own.add(&sums[wire], t.Coefficient, &basis[i])
					}
				}
			}
		})
	}
	return values
}

// accumulator adds up terms.
type accumulator[E any] struct {
	field        *curve.Field[E]
	coefficients []E
	product      E
}

// add adds a value to a sum, times the coefficient with a number of gnark's.
func (a *accumulator[E]) add(sum *E, number uint32, value *E) {
	switch number {
	case constraint.CoeffIdOne:
		a.field.Add(sum, sum, value)
	case constraint.CoeffIdMinusOne:
		a.field.Sub(sum, sum, value)
	default:
		a.field.Mul(&a.product, &a.coefficients[number], value)
		a.field.Add(sum, sum, &a.product)
	}
}

func (a *accumulator[E]) zeroize() { *a = accumulator[E]{} }
