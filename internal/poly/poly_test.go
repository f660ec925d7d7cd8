package poly

import (
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/curve"
)

func testEvaluate[E comparable](t *testing.T, f *curve.Field[E]) {
	forVectors(t, f, func(t *testing.T, p []E, chunk int) {
		for _, x := range points(f) {
			var want, term E
			for i, power := range naivePowers(f, x, len(p)) {
				f.Add(&want, &want, f.Mul(&term, &p[i], &power))
			}
			wantElement(t, "value", evaluate(f, p, x, chunk), want)
			wantElement(t, "Evaluate", Evaluate(f, p, x), want)
		}
	})
}

func testDivide[E comparable](t *testing.T, f *curve.Field[E]) {
	forVectors(t, f, func(t *testing.T, p []E, chunk int) {
		for _, a := range points(f) {
			dividend := slices.Clone(p)
			quotient, value := Divide(f, dividend, a)
			wantElement(t, "value", value, Evaluate(f, p, a))
			if len(p) == 0 {
				if quotient != nil {
					t.Error("a quotient of nothing")
				}
				continue
			}
			if len(p) > 1 && &quotient[0] != &dividend[1] {
				t.Error("the quotient is not in place")
			}
			// (X − a)·quotient + value
			back := make([]E, len(p))
			copy(back[1:], quotient)
			for i := range quotient {
				var term E
				f.Sub(&back[i], &back[i], f.Mul(&term, &a, &quotient[i]))
			}
			f.Add(&back[0], &back[0], &value)
			wantVector(t, "multiplied back", back, p)

			inChunks := slices.Clone(p)
			divide(f, inChunks, a, chunk)
			wantElement(t, "value in chunks", inChunks[0], value)
			wantVector(t, "quotient in chunks", inChunks[1:], quotient)
		}
	})
}

func testInvert[E comparable](t *testing.T, f *curve.Field[E]) {
	forVectors(t, f, func(t *testing.T, v []E, chunk int) {
		want := make([]E, len(v))
		for i := range want {
			f.Inverse(&want[i], &v[i])
		}
		for _, block := range []int{1, 2, 5, invertBlock} {
			inverses := slices.Clone(v)
			invert(f, inverses, chunk, block)
			wantVector(t, "inverses", inverses, want)
		}
		Invert(f, v)
		wantVector(t, "Invert", v, want)
	})
}

func testPrefixProducts[E comparable](t *testing.T, f *curve.Field[E]) {
	forVectors(t, f, func(t *testing.T, v []E, chunk int) {
		want, all := make([]E, len(v)), f.One
		for i := range v {
			want[i] = all
			f.Mul(&all, &all, &v[i])
		}
		products := slices.Clone(v)
		wantElement(t, "product of all", prefixProducts(f, products, chunk), all)
		wantVector(t, "products", products, want)
		wantElement(t, "PrefixProducts", PrefixProducts(f, v), all)
		wantVector(t, "PrefixProducts", v, want)
	})
}

func testPowers[E comparable](t *testing.T, f *curve.Field[E]) {
	forVectors(t, f, func(t *testing.T, v []E, _ int) {
		for _, s := range points(f) {
			want := naivePowers(f, s, len(v))
			Powers(f, v, s)
			wantVector(t, "Powers", v, want)
		}
	})
}

func testScaleByPowers[E comparable](t *testing.T, f *curve.Field[E]) {
	forVectors(t, f, func(t *testing.T, src []E, _ int) {
		for _, s := range points(f) {
			want := naivePowers(f, s, len(src)+2)
			for i := range src {
				f.Mul(&want[i], &want[i], &src[i])
			}
			last := want[len(src):] // stays
			got := slices.Concat(make([]E, len(src)), last)
			ScaleByPowers(f, got, src, s)
			wantVector(t, "ScaleByPowers", got, want)

			same := slices.Clone(src)
			ScaleByPowers(f, same, same, s)
			wantVector(t, "in place", same, want[:len(src)])
		}
	})
}

func testAddScaled[E comparable](t *testing.T, f *curve.Field[E]) {
	forVectors(t, f, func(t *testing.T, p []E, _ int) {
		for _, c := range points(f) {
			dst := naivePowers(f, f.Number(7), len(p)+2)
			want := slices.Clone(dst)
			for i := range p {
				var term E
				f.Add(&want[i], &want[i], f.Mul(&term, &c, &p[i]))
			}
			got := slices.Clone(dst)
			AddScaled(f, got, p, c)
			wantVector(t, "AddScaled", got, want)
		}
	})
}

// testSeparation recovers the parts hₖ of Σ xᵏ·hₖ from its values, also where there are more parts
// than values, and all but the first ones are known.
func testSeparation[E comparable](t *testing.T, f *curve.Field[E]) {
	for _, test := range []struct{ values, parts int }{{1, 1}, {3, 3}, {8, 8}, {3, 4}, {3, 6}} {
		powers := naivePowers(f, f.Number(5), test.values)
		parts := naivePowers(f, minusOne(f), test.parts)
		f.SetUint64(&parts[0], 11)

		got := make([]E, test.values)
		factors := Separation(f, powers)
		for i := range powers {
			value := Evaluate(f, parts, powers[i])
			AddScaled(f, got, column(factors, i), value)
		}
		for k := test.values; k < test.parts; k++ {
			var minus E
			AddScaled(f, got, Remainder(f, powers, k), *f.Neg(&minus, &parts[k]))
		}
		wantVector(t, "parts", got, parts[:test.values])
	}
}

// column returns the i-th column of a matrix.
func column[E any](rows [][]E, i int) (elements []E) {
	for _, row := range rows {
		elements = append(elements, row[i])
	}
	return elements
}
