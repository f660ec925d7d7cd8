package limbs

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/consensys/gnark"
	"github.com/consensys/gnark/constraint/solver"
	_ "github.com/consensys/gnark/std/math/emulated"
)

// gnark's hint for polynomials takes signs of terms from v0.15.0 on, and the number of the
// remainder's limbs from v0.16.0 on.
var signs, counts = gnark.Version.Minor >= 15, gnark.Version.Minor >= 16

// Solutions are those of gnark's hints, for short limbs and for long ones, and so are the failures.
func TestSolutionsAreGnarks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	polynomial, product := hint(t, "polyMvHint"), hint(t, "mulHint")
	var work Work
	failed, long := 0, 0
	const samples = 3000
	for range samples {
		e, signed := equation(random), signs
		f, inputs := polynomial, (*Equation).inputs
		if random.IntN(2) == 0 || signs && !counts { // v0.15.0 solves its own
			e.Terms, e.Variables = []Term{{1, false, []int{0, 1}}}, e.Variables[:2]
			e.Remainder = len(e.Modulus)
			e.Carries = max(e.Variables[0]+e.Variables[1]-1, e.Quotient+e.Remainder-1) - 1
			f, inputs, signed = product, (*Equation).factorInputs, false
		}
		variables := make([][]*big.Int, len(e.Variables))
		at := 0
		for v, n := range e.Variables {
			variables[v] = work.random(random, at, n, e.Size)
			at += n
		}
		want := integers(e.Quotient + e.Remainder + e.Carries + 1)
		if !signed {
			want = want[:len(want)-1]
		}
		errGnark := f(nil, inputs(e, variables), want)
		err := e.Solve(&work)
		switch {
		case errors.Is(err, errLong):
			long++
		case (err == nil) != (errGnark == nil):
			t.Fatalf("%v, gnark says %v for %+v", err, errGnark, e)
		case err != nil:
			failed++
		default:
			if got := work.outputs(signed); !slices.EqualFunc(got, want, equal) {
				t.Fatalf("%v, gnark has %v for %+v", got, want, e)
			}
		}
	}
	t.Logf("of %d samples %d fail, and %d are too long", samples, failed, long)
	if failed > samples/2 || long > samples/4 {
		t.Errorf("of %d samples %d fail, and %d are too long", samples, failed, long)
	}
}

func equal(x, y *big.Int) bool { return x.Cmp(y) == 0 }

// hint returns a hint of gnark's, which is not exported.
func hint(t *testing.T, name string) solver.Hint {
	for _, f := range solver.GetRegisteredHints() {
		if strings.HasSuffix(solver.GetHintName(f), "std/math/emulated."+name) {
			return f
		}
	}
	t.Fatal("gnark has no hint ", name)
	return nil
}

// equation returns an equation of any shape.
func equation(random *rand.Rand) *Equation {
	e := &Equation{Size: uint(1 + random.IntN(64))}
	if random.IntN(2) == 0 {
		e.Size = 64
	}
	for range 1 + random.IntN(6) {
		e.Modulus = append(e.Modulus, random.Uint64()>>(64-e.Size))
	}
	e.Modulus[0] |= 1
	for range 2 + random.IntN(3) {
		e.Variables = append(e.Variables, 1+random.IntN(len(e.Modulus)+1))
	}
	for range 1 + random.IntN(4) {
		term := Term{Coefficient: uint64(random.IntN(5)), Negative: random.IntN(2) == 0 && signs}
		for range random.IntN(4) {
			term.Factors = append(term.Factors, random.IntN(len(e.Variables)))
		}
		if len(term.Factors) == 0 && !signs { // gnark's carries lacked such terms
			term.Factors = []int{0}
		}
		slices.Sort(term.Factors)
		e.Terms = append(e.Terms, term)
	}
	e.Quotient = random.IntN(20)
	e.Carries = random.IntN(20)
	if random.IntN(4) > 0 || !counts {
		e.Remainder = len(e.Modulus)
	}
	return e
}

// limb returns a limb, at times a long one, or one without bits, or with all.
func limb(random *rand.Rand, size uint) *big.Int {
	switch random.IntN(16) {
	case 0:
		return new(big.Int)
	case 1:
		x := new(big.Int).Lsh(big.NewInt(1), size)
		return x.Sub(x, big.NewInt(1))
	case 2:
		size += uint(random.IntN(100))
	}
	x := new(big.Int).SetUint64(random.Uint64())
	x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(random.Uint64()))
	x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(random.Uint64()))
	return x.Rsh(x, 192-min(size, 192))
}

// random sets n limbs from one on, and returns them.
func (w *Work) random(random *rand.Rand, from, n int, size uint) []*big.Int {
	all := make([]*big.Int, n)
	for i := range all {
		all[i] = limb(random, size)
		words := make([]uint64, 4) // with zeros, as an element has them
		for j := range words {
			words[j] = window(all[i].Bits(), uint(64*j), 64)
		}
		w.Set(from+i, words)
	}
	return all
}

// inputs returns what polyMvHint takes for an equation.
func (e *Equation) inputs(variables [][]*big.Int) []*big.Int {
	all := wholes(int(e.Size), len(e.Modulus), len(e.Terms), len(variables), e.Quotient)
	if counts {
		all = append(all, wholes(e.Remainder)...)
	}
	all = append(all, wholes(e.Carries)...)
	for _, t := range e.Terms {
		switch {
		case t.Negative:
			all = append(all, wholes(1)...)
		case signs:
			all = append(all, wholes(0)...)
		}
	}
	for _, t := range e.Terms {
		exponents := make([]int, len(variables))
		for _, f := range t.Factors {
			exponents[f]++
		}
		all = append(all, wholes(exponents...)...)
	}
	for _, t := range e.Terms {
		all = append(all, wholes(t.Coefficient)...)
	}
	all = append(all, wholes(e.Modulus...)...)
	for _, v := range variables {
		all = slices.Concat(all, wholes(len(v)), v)
	}
	return all
}

// factorInputs returns what mulHint takes for an equation.
func (e *Equation) factorInputs(factors [][]*big.Int) []*big.Int {
	sizes := wholes(int(e.Size), len(e.Modulus), len(factors[0]), e.Quotient)
	return slices.Concat(sizes, wholes(e.Modulus...), factors[0], factors[1])
}

// wholes returns natural numbers.
func wholes[T int | uint64](x ...T) []*big.Int {
	all := make([]*big.Int, len(x))
	for i := range x {
		all[i] = new(big.Int).SetUint64(uint64(x[i]))
	}
	return all
}

// outputs returns the outputs that a hint has.
func (w *Work) outputs(signed bool) []*big.Int {
	all := wholes(slices.Concat(w.Quotient, w.Remainder)...)
	for i := range w.carries {
		x := new(big.Int)
		v, negative := w.Carry(i)
		if SetWords(x, v); negative {
			x.Neg(x)
		}
		all = append(all, x)
	}
	switch {
	case signed && w.Negative:
		all = append(all, wholes(1)...)
	case signed:
		all = append(all, wholes(0)...)
	}
	return all
}

func integers(n int) []*big.Int { return wholes(make([]int, n)...) }

// Quotients and remainders are those of integers.
func TestDivide(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		x, y := make([]uint64, random.IntN(5)), make([]uint64, random.IntN(5))
		for _, v := range [][]uint64{x, y} {
			for i := range v {
				v[i] = random.Uint64() >> random.IntN(64)
			}
		}
		modulus := random.Uint64()>>random.IntN(64) | 1
		quotient, remainder := Divide(x, y, modulus)
		var a, b, q big.Int
		SetWords(&a, x)
		SetWords(&b, y)
		SetWords(&q, quotient)
		a.Mul(&a, &b)
		want, rest := b.QuoRem(&a, new(big.Int).SetUint64(modulus), new(big.Int))
		if q.Cmp(want) != 0 || rest.Uint64() != remainder {
			t.Fatalf("%d, %d, expected %d, %d", &q, remainder, want, rest)
		}
	}
}
