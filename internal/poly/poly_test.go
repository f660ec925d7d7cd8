package poly

import (
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/field"
)

func testEvaluate[E comparable, S field.Scalar[E]](t *testing.T) {
	forVectors[E, S](t, func(t *testing.T, p []E, chunk int) {
		for _, x := range points[E, S]() {
			var want, term E
			for i, power := range naivePowers[E, S](x, len(p)) {
				S(&want).Add(&want, S(&term).Mul(&p[i], &power))
			}
			wantElement(t, "value", evaluate[E, S](p, x, chunk), want)
			wantElement(t, "Evaluate", Evaluate[E, S](p, x), want)
		}
	})
}

func testDivide[E comparable, S field.Scalar[E]](t *testing.T) {
	forVectors[E, S](t, func(t *testing.T, p []E, chunk int) {
		for _, a := range points[E, S]() {
			dividend := slices.Clone(p)
			quotient, value := Divide[E, S](dividend, a)
			wantElement(t, "value", value, Evaluate[E, S](p, a))
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
				S(&back[i]).Sub(&back[i], S(&term).Mul(&a, &quotient[i]))
			}
			S(&back[0]).Add(&back[0], &value)
			wantVector(t, "multiplied back", back, p)

			inChunks := slices.Clone(p)
			divide[E, S](inChunks, a, chunk)
			wantElement(t, "value in chunks", inChunks[0], value)
			wantVector(t, "quotient in chunks", inChunks[1:], quotient)
		}
	})
}

func testInvert[E comparable, S field.Scalar[E]](t *testing.T) {
	forVectors[E, S](t, func(t *testing.T, v []E, chunk int) {
		want := make([]E, len(v))
		for i := range want {
			S(&want[i]).Inverse(&v[i])
		}
		for _, block := range []int{1, 2, 5, invertBlock} {
			inverses := slices.Clone(v)
			invert[E, S](inverses, chunk, block)
			wantVector(t, "inverses", inverses, want)
		}
		Invert[E, S](v)
		wantVector(t, "Invert", v, want)
	})
}

func testPrefixProducts[E comparable, S field.Scalar[E]](t *testing.T) {
	forVectors[E, S](t, func(t *testing.T, v []E, chunk int) {
		want, all := make([]E, len(v)), field.One[E, S]()
		for i := range v {
			want[i] = all
			S(&all).Mul(&all, &v[i])
		}
		products := slices.Clone(v)
		wantElement(t, "product of all", prefixProducts[E, S](products, chunk), all)
		wantVector(t, "products", products, want)
		wantElement(t, "PrefixProducts", PrefixProducts[E, S](v), all)
		wantVector(t, "PrefixProducts", v, want)
	})
}

func testPowers[E comparable, S field.Scalar[E]](t *testing.T) {
	forVectors[E, S](t, func(t *testing.T, v []E, _ int) {
		for _, s := range points[E, S]() {
			want := naivePowers[E, S](s, len(v))
			Powers[E, S](v, s)
			wantVector(t, "Powers", v, want)
		}
	})
}

func testScaleByPowers[E comparable, S field.Scalar[E]](t *testing.T) {
	forVectors[E, S](t, func(t *testing.T, src []E, _ int) {
		for _, s := range points[E, S]() {
			want := naivePowers[E, S](s, len(src)+2)
			for i := range src {
				S(&want[i]).Mul(&want[i], &src[i])
			}
			last := want[len(src):] // stays
			got := slices.Concat(make([]E, len(src)), last)
			ScaleByPowers[E, S](got, src, s)
			wantVector(t, "ScaleByPowers", got, want)

			same := slices.Clone(src)
			ScaleByPowers[E, S](same, same, s)
			wantVector(t, "in place", same, want[:len(src)])
		}
	})
}

func testAddScaled[E comparable, S field.Scalar[E]](t *testing.T) {
	forVectors[E, S](t, func(t *testing.T, p []E, _ int) {
		for _, c := range points[E, S]() {
			dst := naivePowers[E, S](small[E, S](7), len(p)+2)
			want := slices.Clone(dst)
			for i := range p {
				var term E
				S(&want[i]).Add(&want[i], S(&term).Mul(&c, &p[i]))
			}
			got := slices.Clone(dst)
			AddScaled[E, S](got, p, c)
			wantVector(t, "AddScaled", got, want)
		}
	})
}

// testSeparation recovers the parts hₖ of Σ xᵏ·hₖ from its values, also where there are more parts
// than values, and all but the first ones are known.
func testSeparation[E comparable, S field.Scalar[E]](t *testing.T) {
	for _, test := range []struct{ values, parts int }{{1, 1}, {3, 3}, {8, 8}, {3, 4}, {3, 6}} {
		powers := naivePowers[E, S](small[E, S](5), test.values)
		parts := naivePowers[E, S](minusOne[E, S](), test.parts)
		S(&parts[0]).SetUint64(11)

		got := make([]E, test.values)
		factors := Separation[E, S](powers)
		for i := range powers {
			value := Evaluate[E, S](parts, powers[i])
			AddScaled[E, S](got, column(factors, i), value)
		}
		for k := test.values; k < test.parts; k++ {
			var minus E
			AddScaled[E, S](got, Remainder[E, S](powers, k), *S(&minus).Neg(&parts[k]))
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
