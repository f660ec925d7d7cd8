package integers

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// Quotients and remainders are those of integers, and carries make the polynomials equal.
func TestEquations(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var work Work
	found := map[error]int{}
	const samples = 3000
	for range samples {
		e := equation(random)
		var variables [][]*big.Int
		at := 0
		for _, n := range e.Variables {
			variables = append(variables, work.random(random, at, n, e.Size))
			at += n
		}
		base := new(big.Int).Lsh(big.NewInt(1), e.Size)
		k, r := new(big.Int), new(big.Int)
		k.DivMod(e.left(variables, base), value(wholes(e.Modulus), base), r)
		var want error
		if k.BitLen() > e.Quotient*int(e.Size) {
			want = errOverflow
		} else if e.Remainder == 0 && r.Sign() != 0 {
			want = errRemainder
		}
		err := e.Solve(&work)
		if found[err]++; err == errLong || err == want && err != nil {
			continue
		}
		if err != want || work.quotientAt(base).Cmp(k) != 0 ||
			value(wholes(work.Remainder), base).Cmp(r) != 0 {
			t.Fatalf("%v, %d, %d, expected %v, %d, %d of %+v",
				err, work.Quotient, work.Remainder, want, k, r, e)
		}
		x := new(big.Int).Lsh(base, 1000) // above all coefficients
		right := work.carriesAt(x)
		right.Mul(right, base.Sub(base, x))
		right.Add(right, value(wholes(work.Remainder), x))
		right.Add(right, k.Mul(work.quotientAt(x), value(wholes(e.Modulus), x)))
		if e.left(variables, x).Cmp(right) != 0 {
			t.Fatalf("wrong carries of %+v", e)
		}
	}
	if t.Log(found); found[nil] < samples/2 || found[errLong] > samples/4 || len(found) < 4 {
		t.Errorf("of %d samples %d are solved", samples, found[nil])
	}
}

func (e *Equation) left(variables [][]*big.Int, x *big.Int) *big.Int {
	sum := new(big.Int)
	for _, t := range e.Terms {
		product := new(big.Int).SetUint64(t.Coefficient)
		for _, f := range t.Factors {
			product.Mul(product, value(variables[f], x))
		}
		sum.Add(sum, withSign(product, t.Negative))
	}
	return sum
}

// equation returns an equation of any shape, with all of its carries at least.
func equation(random *rand.Rand) *Equation {
	e := &Equation{Size: uint(1 + random.IntN(64)), Quotient: random.IntN(20)}
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
		term := Term{Coefficient: uint64(random.IntN(5)), Negative: random.IntN(2) == 0}
		for range random.IntN(4) {
			term.Factors = append(term.Factors, random.IntN(len(e.Variables)))
		}
		e.Terms = append(e.Terms, term)
	}
	if random.IntN(4) > 0 {
		e.Remainder = len(e.Modulus)
	}
	e.Carries = max(e.length(), e.Quotient+len(e.Modulus)) + random.IntN(3)
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

func (w *Work) random(random *rand.Rand, from, n int, size uint) []*big.Int {
	all := make([]*big.Int, n)
	for i := range all {
		all[i] = limb(random, size)
		words := make([]uint64, 4) // with zeros, as an element has them
		Words(words, all[i])
		w.Set(from+i, words)
	}
	return all
}

func wholes(x []uint64) []*big.Int {
	all := make([]*big.Int, len(x))
	for i := range x {
		all[i] = new(big.Int).SetUint64(x[i])
	}
	return all
}

func value(coefficients []*big.Int, x *big.Int) *big.Int {
	z := new(big.Int)
	for _, c := range slices.Backward(coefficients) {
		z.Mul(z, x).Add(z, c)
	}
	return z
}

func (w *Work) quotientAt(x *big.Int) *big.Int {
	return withSign(value(wholes(w.Quotient), x), w.Negative)
}

func (w *Work) carriesAt(x *big.Int) *big.Int {
	all := wholes(make([]uint64, len(w.carries)))
	for i := range all {
		v, negative := w.Carry(i)
		SetWords(all[i], v)
		withSign(all[i], negative)
	}
	return value(all, x)
}

func withSign(x *big.Int, negative bool) *big.Int {
	if negative {
		x.Neg(x)
	}
	return x
}

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
