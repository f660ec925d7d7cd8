package plonk

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// nbHigh is the number of the quotient's coefficients that three cosets leave open. They begin
// with the coefficient of X³ⁿ.
const nbHigh = 6

// Part is a part of a polynomial: coefficients from that of X^From on.
type Part[E any] struct {
	From         int
	Coefficients []E
}

// at returns the coefficient of Xⁱ, which is zero outside of the part.
func (p Part[E]) at(i int) (e E) {
	if i -= p.From; i >= 0 && i < len(p.Coefficients) {
		e = p.Coefficients[i]
	}
	return e
}

// Top has the high-degree coefficients of a proof's polynomials, from Xⁿ⁻⁴ on or longer.
// Permutation has them of S1, S2 and S3.
type Top[E any] struct {
	Wires, Permutation [3]Part[E]
	Z                  Part[E]
}

// Leading returns the quotient's coefficients of X³ⁿ to X³ⁿ⁺⁵, for n > 1 rows.
//
// The quotient times Xⁿ − 1 is the numerator, which has degree 4n + 5. So the numerator's
// coefficient of Xⁿ⁺ⁱ is the quotient's of Xⁱ less that of Xⁿ⁺ⁱ, which is zero for i > 2n + 5. Only
// the ordering, times α, has a degree of 4n or more. It is a difference of products of four
// polynomials, and the highest coefficients of a product depend on the highest ones of its factors
// alone.
func Leading[E any](
	t *Top[E], h *curve.Domain[E], alpha, beta, gamma E,
) []E {
	n, f := h.Len(), h.Field
	moved := func(i int) E { // Z(ωX)
		z, power := t.Z.at(i), f.Power(h.Generator, uint64(max(i, 0)))
		return *f.Mul(&z, &z, &power)
	}
	left, right := highest(f, n+2, moved), highest(f, n+2, t.Z.at)
	shift := beta // β·uʲ
	for j, wire := range t.Wires {
		line := Part[E]{0, []E{gamma, shift}}
		constant := Part[E]{0, []E{gamma}}
		target := func(i int) E {
			s := t.Permutation[j].at(i)
			return *f.Mul(&s, &s, &beta)
		}
		left = product(f, left, highest(f, n+1, wire.at, target, constant.at))
		right = product(f, right, highest(f, n+1, wire.at, line.at))
		f.Mul(&shift, &shift, &h.Shift)
	}
	coefficients := make([]E, nbHigh)
	for k := range coefficients {
		i := nbHigh - 1 - k
		c := &coefficients[i]
		f.Sub(c, &left[k], &right[k])
		f.Mul(c, c, &alpha)
		if i+n < nbHigh {
			f.Add(c, c, &coefficients[i+n])
		}
	}
	return coefficients
}

// highest returns the highest coefficients of a sum of polynomials, that of X^degree first.
func highest[E any](f *curve.Field[E], degree int, terms ...func(int) E) (sum [nbHigh]E) {
	for k := range sum {
		for _, coefficient := range terms {
			c := coefficient(degree - k)
			f.Add(&sum[k], &sum[k], &c)
		}
	}
	return sum
}

// product returns the highest coefficients of a product from the highest ones of its factors.
func product[E any](f *curve.Field[E], p, q [nbHigh]E) (to [nbHigh]E) {
	for i := range p {
		for j := range nbHigh - i {
			var term E
			f.Add(&to[i+j], &to[i+j], f.Mul(&term, &p[i], &q[j]))
		}
	}
	return to
}

// width is the number of Z's coefficients that [Top] has. Of other polynomials it has fewer.
const width = nbHigh + 1

// topVectors returns the polynomials whose ends make a [Top], in the order of its fields.
func (m *memory) topVectors() []*cuda.Vector {
	s := m.circuit.s
	return []*cuda.Vector{m.l, m.r, m.o, s[0], s[1], s[2], m.z}
}

// firstOfTop is the index of the first coefficients of a [Top].
func (m *memory) firstOfTop() int { return max(0, m.rows-4) }

// gatherTop puts the ends of the polynomials side by side.
func (a algebra[E]) gatherTop(m *memory) {
	for i, v := range m.topVectors() {
		end := v.Slice(m.firstOfTop(), v.Len())
		a.Copy(m.top.Slice(i*width, i*width+end.Len()), end)
	}
}

// fetchTop fetches the coefficients that [algebra.gatherTop] has gathered.
func (a algebra[E]) fetchTop(m *memory, along *cuda.Item) *Top[E] {
	all := make([]E, m.top.Len())
	a.DownloadAlong(along, raw.Bytes(all), m.top)
	var parts []Part[E]
	for i, v := range m.topVectors() {
		length := v.Len() - m.firstOfTop()
		parts = append(parts, Part[E]{m.firstOfTop(), all[i*width : i*width+length]})
	}
	return &Top[E]{[3]Part[E](parts[:3]), [3]Part[E](parts[3:6]), parts[6]}
}

// clear overwrites the coefficients. There may be none.
func (t *Top[E]) clear() {
	if t == nil {
		return
	}
	for _, p := range append(t.Wires[:], t.Z) {
		clear(p.Coefficients)
	}
}
