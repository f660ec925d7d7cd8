package translate

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Costs of terms, in units of an addition.
const (
	costSmall = 1
	costLarge = 4
)

func (c *constants) cost(coefficient uint32) int {
	switch {
	case coefficient == constraint.CoeffIdZero:
		return 0
	case c.isSmall(coefficient):
		return costSmall
	}
	return costLarge
}

// relate finds multipliers of earlier sides whose sum has most coefficients of a side. It returns
// nil if none of them pay. The sides have the wires of terms but the last, the last two, and so on.
func (c *constants) relate(terms []uint32, earlier []*long) *relation {
	_, wires := split(terms)
	k, n := len(earlier), len(wires)/2
	if n-k-1 <= k {
		return nil // of the terms that all sides have, none would be left to agree
	}
	// A row for each of k terms: its coefficients in the earlier sides, and in this one.
	matrix := make([][]constraint.U64, k)
	for i := range matrix {
		matrix[i] = make([]constraint.U64, k+1)
		for j, l := range earlier {
			matrix[i][j] = c.coefficient(l.terms, i)
		}
		matrix[i][k] = c.coefficient(terms, i)
	}
	multipliers, ok := c.solve(matrix)
	if !ok {
		return nil
	}
	return c.remainder(terms, earlier, multipliers)
}

// coefficient returns the coefficient of the i-th term with a wire. It is 0 behind the last.
func (c *constants) coefficient(terms []uint32, i int) constraint.U64 {
	_, wires := split(terms)
	if 2*i >= len(wires) {
		return constraint.U64{}
	}
	return c.value(wires[2*i])
}

func (c *constants) remainder(
	terms []uint32, earlier []*long, multipliers []constraint.U64,
) *relation {
	r := &relation{constant: program.None}
	before, after := 0, costLarge
	for i := 0; i < len(terms); i += 2 {
		before += c.cost(terms[i])
	}
	for _, m := range multipliers {
		id := c.id(m)
		r.multipliers = append(r.multipliers, id)
		after += costSmall + c.cost(id)
	}
	constant, wires := split(terms)
	x := c.value(constant)
	for j, l := range earlier {
		constant, _ := split(l.terms)
		x = c.field.Sub(x, c.field.Mul(multipliers[j], c.value(constant)))
	}
	if !x.IsZero() {
		r.constant = c.id(x)
	}
	for i := range len(wires) / 2 {
		x := c.coefficient(terms, i)
		for j, l := range earlier {
			x = c.field.Sub(x, c.field.Mul(multipliers[j], c.coefficient(l.terms, i)))
		}
		if x.IsZero() {
			continue
		}
		id := c.id(x)
		r.rest = append(r.rest, uint32(i), id)
		if after += c.cost(id); after >= before {
			return nil
		}
	}
	return r
}

// solve solves linear equations by elimination. The last column is the right-hand side.
func (c *constants) solve(matrix [][]constraint.U64) ([]constraint.U64, bool) {
	k := len(matrix)
	for i := range k {
		pivot := i
		for pivot < k && matrix[pivot][i].IsZero() {
			pivot++
		}
		if pivot == k {
			return nil, false
		}
		matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
		inverse, _ := c.field.Inverse(matrix[i][i])
		for j := range matrix[i] {
			matrix[i][j] = c.field.Mul(matrix[i][j], inverse)
		}
		for other := range matrix {
			if factor := matrix[other][i]; other != i && !factor.IsZero() {
				for j := range matrix[other] {
					product := c.field.Mul(factor, matrix[i][j])
					matrix[other][j] = c.field.Sub(matrix[other][j], product)
				}
			}
		}
	}
	solution := make([]constraint.U64, k)
	for i := range solution {
		solution[i] = matrix[i][k]
	}
	return solution, true
}
