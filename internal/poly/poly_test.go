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
			quotient, value := Divide[E, S](slices.Clone(p), a)
			wantElement(t, "value", value, Evaluate[E, S](p, a))
			if len(p) == 0 {
				if quotient != nil {
					t.Error("a quotient of nothing")
				}
				continue
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

func testDivideIsInPlace[E comparable, S field.Scalar[E]](t *testing.T) {
	p := naivePowers[E, S](minusOne[E, S](), 5)
	quotient, _ := Divide[E, S](p, small[E, S](3))
	if &quotient[0] != &p[1] {
		t.Error("the quotient is not p[1:]")
	}
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
	forVectors[E, S](t, func(t *testing.T, v []E, chunk int) {
		for _, s := range points[E, S]() {
			want := naivePowers[E, S](s, len(v))
			powers[E, S](v, s, chunk)
			wantVector(t, "powers", v, want)
			Powers[E, S](v, s)
			wantVector(t, "Powers", v, want)
		}
	})
}

func testScaleByPowers[E comparable, S field.Scalar[E]](t *testing.T) {
	forVectors[E, S](t, func(t *testing.T, src []E, chunk int) {
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
			scaleByPowers[E, S](same, same, s, chunk)
			wantVector(t, "in place", same, want[:len(src)])
		}
	})
}

func testAddScaled[E comparable, S field.Scalar[E]](t *testing.T) {
	forVectors[E, S](t, func(t *testing.T, p []E, chunk int) {
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
			addScaled[E, S](dst, p, c, chunk)
			wantVector(t, "in chunks", dst, want)
		}
	})
}

// testSeparation recovers the parts hₖ from the values of Σ sⁿᵏ·hₖ on cosets s·H. rootOfUnity
// returns the generator of the domain of a given size.
func testSeparation[E comparable, S field.Scalar[E]](
	t *testing.T, rootOfUnity func(size uint64) (E, error),
) {
	for _, test := range []struct{ n, cosets uint64 }{{4, 8}, {16, 4}, {64, 4}, {8, 1}} {
		zeta, err := rootOfUnity(test.n * test.cosets)
		if err != nil {
			t.Fatal(err)
		}
		d := &field.Domain[E]{Cardinality: test.n, Shift: small[E, S](5)}
		S(&d.ShiftInverse).Inverse(&d.Shift)
		parts := naivePowers[E, S](minusOne[E, S](), int(test.cosets))
		S(&parts[0]).SetUint64(11)

		got := make([]E, test.cosets)
		factors, shift := Separation[E, S](d, zeta, int(test.cosets)), d.Shift
		for i := range factors {
			value := Evaluate[E, S](parts, field.Power[E, S](shift, test.n))
			for k := range got {
				var term E
				S(&got[k]).Add(&got[k], S(&term).Mul(&factors[k][i], &value))
			}
			S(&shift).Mul(&shift, &zeta)
		}
		wantVector(t, "parts", got, parts)
	}
}
