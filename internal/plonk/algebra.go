package plonk

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// algebra is a workspace whose operations take elements of the field. After the first failure
// operations do nothing, and Err returns it.
type algebra[E any] struct {
	*cuda.Workspace
	domain  *cuda.Domain
	scalars *curve.Field[E]
}

// fill sets all elements of a vector to e.
func (a algebra[E]) fill(v *cuda.Vector, e E) { a.Fill(v, raw.Words(&e)) }

// set sets a few elements. They go as arguments of kernels: for a copy's buffer the host might
// have to wait.
func (a algebra[E]) set(v *cuda.Vector, elements []E) {
	for i, e := range elements {
		a.fill(v.Slice(i, i+1), e)
	}
}

// upload sends elements to a vector, which has room for exactly these.
func (a algebra[E]) upload(v *cuda.Vector, elements []E) { a.Upload(v, raw.Bytes(elements)) }

// download fetches elements.
func (a algebra[E]) download(v *cuda.Vector) []E {
	elements := make([]E, v.Len())
	a.Download(raw.Bytes(elements), v)
	return elements
}

// divide divides a polynomial by X − point: to[0] becomes its value at the point, the rest the
// quotient.
func (a algebra[E]) divide(to, from *cuda.Vector, point E) {
	a.Divide(to, from, raw.Words(&point))
}

// cosetOf returns shift·H.
func (a algebra[E]) cosetOf(shift E) *cuda.Coset {
	var inverse E
	a.scalars.Inverse(&inverse, &shift)
	return &cuda.Coset{Shift: raw.Words(&shift), Inverse: raw.Words(&inverse)}
}

// interpolate sets coefficients from values on H, both in natural order. It works in place too.
func (a algebra[E]) interpolate(to, from []*cuda.Vector) {
	a.transform(cuda.Transform{Inverse: true}, to, from)
}

// evaluate sets values on H from coefficients, both in natural order.
func (a algebra[E]) evaluate(to, from []*cuda.Vector) {
	a.transform(cuda.Transform{}, to, from)
}

func (a algebra[E]) transform(t cuda.Transform, to, from []*cuda.Vector) {
	a.Transform(a.domain, t, to, from)
	for _, v := range to {
		a.BitReverse(v, v)
	}
}

// term is a polynomial, and its factor in a sum.
type term[E any] struct {
	factor E
	p      *cuda.Vector
}

// sum sets `to` to the sum of the terms. They have at most as many coefficients.
func (a algebra[E]) sum(to *cuda.Vector, terms ...term[E]) {
	for from := 0; from < to.Len(); {
		end := to.Len()
		var longer []term[E]
		for _, t := range terms {
			if t.p.Len() > from {
				end, longer = min(end, t.p.Len()), append(longer, t)
			}
		}
		a.sumBetween(to, longer, from, end)
		from = end
	}
}

// sumBetween sets the coefficients with indices in [from, end), which all terms have.
func (a algebra[E]) sumBetween(to *cuda.Vector, terms []term[E], from, end int) {
	to = to.Slice(from, end)
	if len(terms) == 0 {
		a.Clear(to)
		return
	}
	var factors [][]uint64
	var vectors []*cuda.Vector
	for i := range terms {
		if len(vectors) == cuda.MaxTerms { // the sum so far is the first of the next
			a.Combine(to, factors, vectors)
			one := a.scalars.One
			factors, vectors = [][]uint64{raw.Words(&one)}, []*cuda.Vector{to}
		}
		factors = append(factors, raw.Words(&terms[i].factor))
		vectors = append(vectors, terms[i].p.Slice(from, end))
	}
	a.Combine(to, factors, vectors)
}
