package prover

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

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
