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
		f, inputs := polynomial, e.inputs()
		if random.IntN(2) == 0 || signs && !counts { // v0.15.0 solves its own
			e.Terms, e.Variables = []Term{{1, false, []int{0, 1}}}, e.Variables[:2]
			e.Remainder = len(e.Modulus)
			e.Carries = max(e.Variables[0]+e.Variables[1]-1, e.Quotient+e.Remainder-1) - 1
			f, inputs, signed = product, e.factorInputs(), false
		}
		for i := range e.Limbs() {
			x := limb(random, e.Size)
			work.Set(i, e.words(x))
			inputs.add(e, i, x)
		}
		want := integers(e.Quotient + e.Remainder + e.Carries + 1)
		if !signed {
			want = want[:len(want)-1]
		}
		errGnark := f(nil, inputs.all(), want)
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

// arguments are the inputs of a hint: constants, and the limbs of variables.
type arguments struct {
	constants []*big.Int
	variables [][]*big.Int
	counted   bool // the number of limbs comes before them
}

func (a *arguments) append(x ...uint64) {
	for _, v := range x {
		a.constants = append(a.constants, new(big.Int).SetUint64(v))
	}
}

// add adds a limb to the variable that it belongs to.
func (a *arguments) add(e *Equation, limb int, x *big.Int) {
	v := 0
	for limb >= e.Variables[v] {
		limb -= e.Variables[v]
		v++
	}
	for v >= len(a.variables) {
		a.variables = append(a.variables, nil)
	}
	a.variables[v] = append(a.variables[v], x)
}

func (a *arguments) all() []*big.Int {
	inputs := slices.Clone(a.constants)
	for _, v := range a.variables {
		if a.counted {
			inputs = append(inputs, big.NewInt(int64(len(v))))
		}
		inputs = append(inputs, v...)
	}
	return inputs
}

// inputs returns the constants that polyMvHint takes for an equation.
func (e *Equation) inputs() *arguments {
	a := &arguments{counted: true}
	a.append(uint64(e.Size), uint64(len(e.Modulus)), uint64(len(e.Terms)),
		uint64(len(e.Variables)), uint64(e.Quotient))
	if counts {
		a.append(uint64(e.Remainder))
	}
	a.append(uint64(e.Carries))
	for _, t := range e.Terms {
		switch {
		case t.Negative:
			a.append(1)
		case signs:
			a.append(0)
		}
	}
	for _, t := range e.Terms {
		for v := range e.Variables {
			exponent := uint64(0)
			for _, f := range t.Factors {
				if f == v {
					exponent++
				}
			}
			a.append(exponent)
		}
	}
	for _, t := range e.Terms {
		a.append(t.Coefficient)
	}
	a.append(e.Modulus...)
	return a
}

// factorInputs returns the constants that mulHint takes for an equation.
func (e *Equation) factorInputs() *arguments {
	a := new(arguments)
	a.append(uint64(e.Size), uint64(len(e.Modulus)), uint64(e.Variables[0]), uint64(e.Quotient))
	a.append(e.Modulus...)
	return a
}

// words returns the words of an integer, and some zeros, as an element has them.
func (e *Equation) words(x *big.Int) []uint64 {
	w := make([]uint64, 4)
	for i := range w {
		w[i] = window(x.Bits(), uint(64*i), 64)
	}
	return w
}

// outputs returns the outputs that a hint has.
func (w *Work) outputs(signed bool) []*big.Int {
	var all []*big.Int
	for _, x := range slices.Concat(w.Quotient, w.Remainder) {
		all = append(all, new(big.Int).SetUint64(x))
	}
	for i := range w.carries {
		x := new(big.Int)
		v, negative := w.Carry(i)
		if SetWords(x, v); negative {
			x.Neg(x)
		}
		all = append(all, x)
	}
	if signed {
		sign := new(big.Int)
		if w.Negative {
			sign.SetUint64(1)
		}
		all = append(all, sign)
	}
	return all
}

func integers(n int) []*big.Int {
	z := make([]*big.Int, n)
	for i := range z {
		z[i] = new(big.Int)
	}
	return z
}

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
