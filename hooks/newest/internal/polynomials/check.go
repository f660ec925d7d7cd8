package polynomials

import (
	"github.com/gnark-accel/gnark-accel/hooks/newest/internal/attachment"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// verify compares coefficients with the values that they interpolate, at x. It also compares the
// numerator's value at x with its formula's value. Of wrong polynomials few x are overlooked: as
// many as their degree.
func (p *numerator[E, D, K]) verify(x E) error {
	onDomain := &nodes[E]{Domain: p.small}
	wants := p.valuesAt(x, onDomain, p.Values...)
	at := make([]E, len(p.coefficients))
	for i := range at {
		at[i] = p.valueAt(x, p.coefficients[i], natural)
		if !p.Equal(&wants[i], &at[i]) {
			return attachment.Wrong("coefficients")
		}
	}
	var next E
	p.Mul(&next, &x, &p.small.Generator)
	shifted := p.valueAt(next, p.coefficients[atZ], natural)
	factor := p.small.Vanishing(x) // which is that of next, too
	for i, b := range p.Blinding {
		p.blind(&at[i], b, x, factor)
	}
	p.blind(&shifted, p.Blinding[atZ], next, factor)
	l1 := p.valuesAt(x, onDomain, []E{p.One})[0]
	want := p.at(at, x, shifted, l1)
	got := p.quotientAt(x)
	if !p.Equal(p.Mul(&got, &got, &factor), &want) {
		return attachment.Wrong("a numerator")
	}
	return nil
}

// quotientAt returns the value at x of the quotient by Xⁿ − 1. Unlike the numerator, it is given by
// as many values as Domain1 has elements.
func (p *numerator[E, D, K]) quotientAt(x E) (sum E) {
	n, shift := p.small.Len(), p.large.Shift
	cosets := len(p.values) / n
	for i := range cosets {
		from := n * poly.Reversed(i, cosets)
		part := p.valuesAt(x, &nodes[E]{p.large, true, from}, p.values[from:from+n])[0]
		divisor := p.small.Vanishing(shift)
		p.Inverse(&divisor, &divisor)
		p.Add(&sum, &sum, p.Mul(&part, &part, &divisor))
		p.Mul(&shift, &shift, &p.large.Generator)
	}
	return sum
}

// blind adds factor·b(x).
func (p *numerator[E, D, K]) blind(value *E, b []E, x, factor E) {
	term := p.valueAt(x, b, natural)
	p.Add(value, value, p.Mul(&term, &term, &factor))
}

// at returns the numerator's value at x. It takes the values there of its polynomials, of Z(ωX),
// and of L₁.
func (p *numerator[E, D, K]) at(v []E, x, shifted, l1 E) E {
	sum := p.gateAt(v)
	left, right, line, term := shifted, v[atZ], x, x
	p.Mul(&line, &line, &p.Beta)
	for i := range atZ {
		var wire E
		p.Add(&wire, &v[i], &p.Gamma)
		p.Add(&term, p.Mul(&term, &v[atS1+i], &p.Beta), &wire)
		p.Mul(&left, &left, &term)
		p.Mul(&right, &right, p.Add(&term, &line, &wire))
		p.Mul(&line, &line, &p.large.Shift)
	}
	p.Mul(&term, p.Sub(&term, &v[atZ], &p.One), &l1)
	p.Add(&term, p.Mul(&term, &term, &p.Alpha), &left)
	p.Mul(&term, p.Sub(&term, &term, &right), &p.Alpha)
	return *p.Add(&sum, &sum, &term)
}

// gateAt returns the gates' value from those of the polynomials.
func (p *numerator[E, D, K]) gateAt(v []E) (sum E) {
	var term E
	add := func(x, y *E) { p.Add(&sum, &sum, p.Mul(&term, x, y)) }
	p.Mul(&sum, &v[atQm], &v[atL])
	p.Mul(&sum, p.Add(&sum, &sum, &v[atQr]), &v[atR])
	p.Add(&sum, &sum, &v[atQk])
	add(&v[atQl], &v[atL])
	add(&v[atQo], &v[atO])
	for j := range p.committed() {
		add(&v[atQcp+j], &v[atQcp+p.committed()+j])
	}
	return sum
}
