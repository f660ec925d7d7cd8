package msm

import "math/big"

// bigField is Fp or Fp[u]/(u² + beta) by the schoolbook, in math/big: what the kernels are tested
// against. Elements have `degree` coefficients, lowest first, in plain form.
type bigField struct {
	p      *big.Int
	degree int
	beta   int64
}

type element []*big.Int

func (f bigField) element() element {
	e := make(element, f.degree)
	for i := range e {
		e[i] = new(big.Int)
	}
	return e
}

// each returns the element of which coefficient i is c(i) modulo p.
func (f bigField) each(c func(i int) *big.Int) element {
	e := make(element, f.degree)
	for i := range e {
		e[i] = c(i)
		e[i].Mod(e[i], f.p)
	}
	return e
}

func (f bigField) add(a, b element) element {
	return f.each(func(i int) *big.Int { return new(big.Int).Add(a[i], b[i]) })
}

func (f bigField) sub(a, b element) element {
	return f.each(func(i int) *big.Int { return new(big.Int).Sub(a[i], b[i]) })
}

func (f bigField) scale(a element, k *big.Int) element {
	return f.each(func(i int) *big.Int { return new(big.Int).Mul(a[i], k) })
}

func (f bigField) mul(a, b element) element {
	if f.degree == 1 {
		return f.scale(a, b[0])
	}
	r := f.element()
	r[0].Mul(a[1], b[1]).Mul(r[0], big.NewInt(-f.beta)).Add(r[0], new(big.Int).Mul(a[0], b[0]))
	r[1].Mul(a[0], b[1]).Add(r[1], new(big.Int).Mul(a[1], b[0]))
	return f.each(func(i int) *big.Int { return r[i] })
}

// inverse returns 1/a, and 0 for 0.
func (f bigField) inverse(a element) element {
	if f.isZero(a) {
		return f.element()
	}
	if f.degree == 1 {
		return element{new(big.Int).ModInverse(new(big.Int).Mod(a[0], f.p), f.p)}
	}
	conjugate := f.each(func(i int) *big.Int {
		return new(big.Int).Mul(a[i], big.NewInt(int64(1-2*i)))
	})
	norm := f.mul(a, conjugate)
	return f.scale(conjugate, new(big.Int).ModInverse(norm[0], f.p))
}

func (f bigField) isZero(a element) bool {
	for _, c := range a {
		if new(big.Int).Mod(c, f.p).Sign() != 0 {
			return false
		}
	}
	return true
}

func (f bigField) equal(a, b element) bool { return f.isZero(f.sub(a, b)) }

// affinePoint is a point of y² = x³ + b; without coordinates it is infinity.
type affinePoint struct{ x, y element }

func (a affinePoint) infinity() bool { return a.x == nil }

// same says whether two points are equal.
func (f bigField) same(a, b affinePoint) bool {
	return a.infinity() == b.infinity() && (a.infinity() || f.equal(a.x, b.x) && f.equal(a.y, b.y))
}

// bigCurve is the group law of a curve y² = x³ + b, which does not depend on b.
type bigCurve struct{ bigField }

func (c bigCurve) negate(a affinePoint) affinePoint {
	return affinePoint{a.x, c.sub(c.element(), a.y)}
}

func (c bigCurve) plus(a, b affinePoint) affinePoint {
	switch {
	case a.infinity():
		return b
	case b.infinity():
		return a
	case c.equal(a.x, b.x) && c.isZero(c.add(a.y, b.y)):
		return affinePoint{}
	}
	var slope element
	if c.equal(a.x, b.x) {
		slope = c.mul(c.scale(c.mul(a.x, a.x), big.NewInt(3)),
			c.inverse(c.scale(a.y, big.NewInt(2))))
	} else {
		slope = c.mul(c.sub(b.y, a.y), c.inverse(c.sub(b.x, a.x)))
	}
	x := c.sub(c.sub(c.mul(slope, slope), a.x), b.x)
	return affinePoint{x, c.sub(c.mul(slope, c.sub(a.x, x)), a.y)}
}

// times returns k·a for k > 0.
func (c bigCurve) times(a affinePoint, k uint64) affinePoint {
	var sum affinePoint
	for ; k > 0; k >>= 1 {
		if k&1 != 0 {
			sum = c.plus(sum, a)
		}
		a = c.plus(a, a)
	}
	return sum
}
