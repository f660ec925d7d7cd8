package plonk

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// division is one division of a numerator by Xⁿ − 1, on its way.
type division[E any] struct {
	algebra[E]
	m                  *memory
	polynomials        *Polynomials[E]
	cosets             []coset[E]
	alpha, beta, gamma E

	top     *Top[E]
	blinded []blindedColumn
	columns []*cuda.Vector // n coefficients each: L, R, O, Z, Qk, Pi
	// fixed are n coefficients each as well: Ql, Qr, Qm, Qo, S1, S2, S3, Qcp. It is empty if their
	// values, and the values of L₁, are there already.
	fixed []*cuda.Vector

	evaluated int // the coset whose values are there; negative for none
}

// coset is shift·H, where the polynomial Xⁿ is the constant power.
type coset[E any] struct{ shift, power E }

// newDivision begins a division, and saves the coefficients that it overwrites.
func newDivision[E any](
	a algebra[E], m *memory, p *Polynomials[E],
) *division[E] {
	q := &division[E]{algebra: a, m: m, polynomials: p, evaluated: -1}
	shift := p.Domain.Shift
	for range m.parts {
		q.cosets = append(q.cosets, coset[E]{shift, a.scalars.Power(shift, p.Domain.Cardinality)})
		a.scalars.Mul(&shift, &shift, &p.Step)
	}
	for i, v := range []*cuda.Vector{m.l, m.r, m.o, m.z} {
		overwritten := min(v.Len()-m.rows, m.rows)
		b := blindedColumn{all: v, rows: m.rows, head: m.few[i].Slice(0, overwritten)}
		a.Copy(b.head, v.Slice(0, overwritten))
		q.blinded, q.columns = append(q.blinded, b), append(q.columns, m.head(v))
	}
	q.columns = append(append(q.columns, m.qk), m.pi...)
	if m.precomputed == nil {
		c := m.circuit
		q.fixed = append([]*cuda.Vector{c.ql, c.qr, c.qm, c.qo, c.s[0], c.s[1], c.s[2]}, c.qcp...)
	}
	return q
}

// evaluate sets the values of all polynomials on the i-th coset.
func (q *division[E]) evaluate(i int) {
	for _, b := range q.blinded {
		q.fold(b, q.cosets[i].power)
	}
	to := append([]*cuda.Vector{}, q.m.values[:len(q.columns)]...)
	from := append(append([]*cuda.Vector{}, q.columns...), q.fixed...)
	if fixed := len(q.fixed); fixed > 0 {
		// L₁ is (1 + X + … + Xⁿ⁻¹) / n. Its values take the place of its coefficients.
		l1 := q.fixedOn(i)[fixed]
		q.fill(l1, q.polynomials.Domain.CardinalityInverse)
		to, from = append(to, q.fixedOn(i)[:fixed+1]...), append(from, l1)
	}
	q.Transform(q.domain, cuda.Transform{Coset: q.cosetOf(q.cosets[i].shift)}, to, from)
	q.evaluated = i
}

// fixedOn returns the place of the circuit's values on the i-th coset.
func (q *division[E]) fixedOn(i int) []*cuda.Vector {
	if q.m.precomputed != nil {
		return q.m.precomputed.onCosets[i]
	}
	return q.m.values[len(q.columns):]
}

// divide computes the i-th part. It computes the numerator's values on the coset, and from these
// the quotient modulo Xⁿ − power, up to the constant power − 1 that Xⁿ − 1 is there.
func (q *division[E]) divide(i int) {
	if q.evaluated != i {
		q.evaluate(i)
	}
	part := []*cuda.Vector{q.m.parts[i]}
	q.Numerator(q.domain, part[0], q.numerator(i))
	q.Transform(q.domain, cuda.Transform{
		Inverse: true, Decimation: cuda.Time, Coset: q.cosetOf(q.cosets[i].shift),
	}, part, part)
}

// join makes the quotient of its parts, and gives the blinded polynomials their coefficients back.
func (q *division[E]) join() {
	for _, b := range q.blinded {
		q.Copy(b.all.Slice(0, b.head.Len()), b.head)
	}
	q.separate()
	q.setHighCoefficients()
}

// numerator names the values.
func (q *division[E]) numerator(i int) *cuda.Numerator {
	v, c, commitments := q.m.values, q.fixedOn(i), len(q.m.pi)
	return &cuda.Numerator{
		Wires: [3]*cuda.Vector(v[:3]), Z: v[3], Qk: v[4], Pi: v[5 : 5+commitments],
		Ql: c[0], Qr: c[1], Qm: c[2], Qo: c[3], Permutation: [3]*cuda.Vector(c[4:7]),
		Qcp: c[7 : 7+commitments], One: c[7+commitments],
		Shift: driver.Words(&q.cosets[i].shift), U: driver.Words(&q.polynomials.Domain.Shift),
		Alpha: driver.Words(&q.alpha), Beta: driver.Words(&q.beta), Gamma: driver.Words(&q.gamma),
	}
}

// separate sets the quotient modulo Π (Xⁿ − power) by its parts: see [poly.Separation]. It is h₀ +
// Xⁿ·h₁ + X²ⁿ·h₂, whose hₖ are combinations of the parts.
func (q *division[E]) separate() {
	factors, missing := poly.Separation(q.scalars, q.powers()), q.missing()
	for k := range factors {
		terms := make([]term[E], len(q.m.parts))
		for i := range terms {
			terms[i] = term[E]{factors[k][i], q.m.parts[i]}
			q.scalars.Mul(&terms[i].factor, &terms[i].factor, &missing[i])
		}
		q.sum(q.m.block(k), terms...)
	}
}

// setHighCoefficients sets the quotient's high-degree coefficients. It subtracts their remainder
// modulo Π (Xⁿ − power) from the others: see [poly.Remainder].
func (q *division[E]) setHighCoefficients() {
	n, one := q.m.rows, q.scalars.One
	high := Leading(q.top, &q.polynomials.Domain, q.alpha, q.beta, q.gamma)
	q.set(q.m.quotient.Slice(Cosets*n, Cosets*n+len(high)), high)
	for k := Cosets; k*n < q.m.quotient.Len(); k++ {
		block := q.m.block(k)
		for i, factor := range poly.Remainder(q.scalars, q.powers(), k) {
			q.scalars.Neg(&factor, &factor)
			low := q.m.block(i).Slice(0, block.Len())
			q.sum(low, term[E]{one, low}, term[E]{factor, block})
		}
	}
}

// powers are the values of Xⁿ on the cosets.
func (q *division[E]) powers() (powers []E) {
	for _, c := range q.cosets {
		powers = append(powers, c.power)
	}
	return powers
}

// missing returns for each part the factor 1/(power − 1) that it lacks.
func (q *division[E]) missing() []E {
	one, factors := q.scalars.One, q.powers()
	for i := range factors {
		q.scalars.Sub(&factors[i], &factors[i], &one)
	}
	poly.Invert(q.scalars, factors)
	return factors
}

// blindedColumn is a polynomial of more than n coefficients. On a coset it has the values of its
// remainder modulo Xⁿ − shiftⁿ, which takes the place of its first n coefficients there.
type blindedColumn struct {
	all, head *cuda.Vector // head holds the coefficients that the remainder overwrites
	rows      int
}

// fold sets the remainder. The coefficients from n on are added to the first ones, times shiftⁿ,
// the coefficients from 2n on times shift²ⁿ, and so on.
func (a algebra[E]) fold(b blindedColumn, power E) {
	one, factor, from := a.scalars.One, power, b.head
	for at := b.rows; at < b.all.Len(); at += b.rows {
		upper := b.all.Slice(at, min(at+b.rows, b.all.Len()))
		to := b.all.Slice(0, upper.Len())
		if at > b.rows {
			from = to
		}
		a.sum(to, term[E]{one, from}, term[E]{factor, upper})
		a.scalars.Mul(&factor, &factor, &power)
	}
}
