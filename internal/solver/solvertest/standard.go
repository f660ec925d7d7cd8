package solvertest

import (
	"errors"
	"math/big"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/lookup/logderivlookup"
	"github.com/consensys/gnark/std/math/bits"
	"github.com/consensys/gnark/std/math/emulated"
	"github.com/consensys/gnark/std/math/uints"
)

func init() { solver.RegisterHint(halve) }

func standard() []Circuit {
	return append([]Circuit{
		small("arithmetic", arithmetic, values{3, 5, 9}, values{4, 5, 9}),
		small("divisions", divisions, values{7, 1, 2, 3, 0, 5}, values{7, 1, 0, 3, 0, 5}),
		small("inverses", inverses, values{7, 9}, values{0, 9}),
		small("assertions", assertions, values{1, 0}, values{1, 2}),
		small("bits", toBits, values{12345}, values{1 << 17}),
		small("lookup", lookup, values{99, 0, 7, 15}, values{99, 0, 7, 16}),
		small("words", words, values{0xdeadbeef, 0x12345678}, values{1 << 33, 1}),
		small("emulated", foreign, values{3, 5, 15}, values{3, 5, 16}),
		small("small field", smallField, values{1 << 40, 1 << 31, 1 << 32}, nil),
		small("commitment", committed, values{9, 3}, values{8, 3}),
		small("hint", hinted, values{8}, values{9}),
		small("constants", constants, values{1}, nil),
		small("blueprint", squares, values{4}, nil),
		small("rounds2", rounds(2), values{5, 2, 3}, nil),
		small("rounds3", rounds(3), values{5, 2, 3}, nil),
		small("rounds5", rounds(5), values{5, 2, 3}, nil),
	}, layered()...)
}

// arithmetic has sums with coefficients of every size and sign, and repeated sides.
func arithmetic(api frontend.API, in []frontend.Variable) error {
	z, x, y := in[0], in[1], in[2]
	huge := new(big.Int).Sub(api.Compiler().Field(), big.NewInt(1<<40))
	huge.Rsh(huge, 3)
	s := api.Add(x, y, 1)
	t := api.Sub(api.Mul(x, 1<<30), api.Mul(y, 12), api.Mul(z, huge), 77)
	u := api.Mul(s, t)
	u = api.Add(api.Mul(u, u), api.Neg(x), api.Mul(s, s), api.Mul(t, y))
	v := api.Mul(api.Add(x, y, z, u), api.Sub(u, x, y, 1), s)
	v = api.MulAcc(v, u, t)
	big1 := new(big.Int).Lsh(big.NewInt(1), 57)
	w := api.Add(api.Mul(x, big1), api.Mul(y, big1), api.Mul(z, big1), api.Mul(u, big1),
		api.Mul(v, big1),
		api.Mul(s, big1, 3), api.Mul(t, big1), api.Neg(api.Mul(v, x)))
	w = api.Mul(w, api.Sub(0, w), api.Sub(5, y))
	api.AssertIsDifferent(w, 0)
	api.AssertIsEqual(api.Mul(z, z), y)
	api.AssertIsEqual(api.Sub(y, z), api.Add(x, 1))
	api.AssertIsBoolean(api.Sub(x, 4))
	api.Println("sum", s, "and", w)
	return nil
}

// divisions divides, and in an R1CS also 0 by 0.
func divisions(api frontend.API, in []frontend.Variable) error {
	y, sum := in[0], frontend.Variable(1)
	_, sparse := api.(frontend.PlonkAPI)
	for i, x := range in[1:] {
		sum = api.Add(sum, api.IsZero(x))
		if !sparse {
			sum = api.Add(sum, api.DivUnchecked(api.Mul(x, x), x))
		}
		if i != 3 {
			sum = api.Add(sum, api.Inverse(x), api.Div(y, api.Add(x, x, 1)))
		}
	}
	api.AssertIsDifferent(sum, 0)
	api.AssertIsEqual(api.Cmp(y, 6), 1)
	return nil
}

type batchInverter interface { // which gnark v0.14 lacks
	BatchInvert(all []frontend.Variable) []frontend.Variable
}

// inverses inverts a wire and sums, each on another side of its row.
func inverses(api frontend.API, in []frontend.Variable) error {
	x, y := in[0], in[1]
	all := []frontend.Variable{x, api.Add(x, y), api.Sub(api.Mul(y, 5), x, 3), 4}
	if b, ok := api.(batchInverter); ok {
		for _, inverse := range b.BatchInvert(all) {
			y = api.Mul(y, inverse)
		}
	} else {
		api.AssertIsDifferent(api.Mul(x, y), 0)
	}
	return nil
}

// assertions has as many as workers share, and a chain that one worker computes.
func assertions(api frontend.API, in []frontend.Variable) error {
	x := in[0]
	for i := range 5000 {
		x = api.Mul(x, x)
		x = api.Mul(x, x)
		if i == 4990 {
			api.AssertIsBoolean(api.Mul(x, in[1]))
		}
		api.AssertIsBoolean(x)
	}
	return nil
}

func toBits(api frontend.API, in []frontend.Variable) error {
	x := in[0]
	b := api.ToBinary(x, 17)
	api.AssertIsEqual(api.FromBinary(b...), x)
	all := api.ToBinary(api.Mul(x, x))
	api.AssertIsLessOrEqual(x, 1<<20)
	trits := bits.ToTernary(api, x, bits.WithNbDigits(20))
	api.AssertIsEqual(bits.FromTernary(api, trits), x)
	api.AssertIsEqual(api.Xor(all[0], b[0]), 0)
	return nil
}

// lookup has a table with variable entries, which grows between queries, and one of constants.
func lookup(api frontend.API, in []frontend.Variable) error {
	t, x := in[0], in[1:]
	table, squares := logderivlookup.New(api), logderivlookup.New(api)
	for i := range 10 {
		table.Insert(api.Add(t, i))
	}
	first := table.Lookup(x[0])
	for i := range 6 {
		table.Insert(i)
	}
	for i := range 16 {
		squares.Insert(i * i)
	}
	api.AssertIsEqual(squares.Lookup(x[1])[0], api.Mul(x[1], x[1]))
	api.AssertIsEqual(api.Add(first[0], api.Mul(table.Lookup(x[1], x[2])[0], 0)), t)
	return nil
}

// words computes with words of 32 bits, by lookup tables of three columns.
func words(api frontend.API, in []frontend.Variable) error {
	u, err := uints.New[uints.U32](api)
	if err != nil {
		return err
	}
	x, y := u.ValueOf(in[0]), u.ValueOf(in[1])
	z := u.Xor(x, u.And(y, u.Lrot(x, 7)), u.Or(x, y))
	u.AssertEq(z, u.Xor(z, uints.NewU32(0)))
	api.AssertIsDifferent(u.ToValue(u.Add(z, x)), 0)
	return nil
}

func foreign(api frontend.API, in []frontend.Variable) error {
	f, err := emulated.NewField[emulated.Secp256k1Fp](api)
	if err != nil {
		return err
	}
	element := func(x frontend.Variable) *emulated.Element[emulated.Secp256k1Fp] {
		return f.NewElement([]frontend.Variable{x, 0, 0, 0})
	}
	x, y, z := element(in[0]), element(in[1]), element(in[2])
	f.AssertIsEqual(f.Mul(x, y), z)
	q := f.Div(f.Add(x, z), f.Sub(y, x))
	f.AssertIsEqual(f.Mul(q, f.Inverse(q)), f.One())
	f.AssertIsDifferent(f.Sqrt(f.Mul(q, q)), f.Zero())
	return nil
}

// smallField computes modulo 2^64 − 2^32 + 1, which is one limb.
func smallField(api frontend.API, in []frontend.Variable) error {
	f, err := emulated.NewField[emulated.Goldilocks](api)
	if err != nil {
		return err
	}
	z := f.NewElement(in[:1])
	for i := range in[1:] {
		x, y := f.NewElement(in[1+i:][:1]), z
		for range 8 {
			y = f.Add(f.MulMod(x, y), z)
		}
		f.AssertIsDifferent(y, f.Zero())
		q := f.Div(y, x)
		f.AssertIsEqual(f.Mul(q, f.Inverse(q)), f.One())
	}
	return nil
}

func committed(api frontend.API, in []frontend.Variable) error {
	y, x := in[0], in[1]
	committer, ok := api.(frontend.Committer)
	if !ok {
		return errors.New("no commitments")
	}
	first, err := committer.Commit(x, api.Mul(x, x))
	if err != nil {
		return err
	}
	second, err := committer.Commit(api.Add(x, first), y)
	if err != nil {
		return err
	}
	api.AssertIsDifferent(api.Mul(first, second), 0)
	api.AssertIsEqual(api.Mul(x, x), y)
	return nil
}

func hinted(api frontend.API, in []frontend.Variable) error {
	half, err := api.NewHint(halve, 4, in[0], api.Add(in[0], 2), 6)
	if err != nil {
		return err
	}
	for i, x := range half {
		api.AssertIsEqual(api.Mul(x, 2), api.Add(in[0], i/2*2))
	}
	return nil
}

// halve returns halves plus multiples of q: long and short integers, above q and below 0.
func halve(q *big.Int, inputs, outputs []*big.Int) error {
	for i := range outputs {
		if inputs[i/2].Bit(0) != 0 {
			return errors.New("an odd number")
		}
		outputs[i].Rsh(inputs[i/2], 1)
		multiple := new(big.Int).Lsh(q, uint(i/2*200))
		if outputs[i].Add(outputs[i], multiple); i%2 != 0 {
			outputs[i].Sub(outputs[i], multiple.Lsh(multiple, 1))
		}
	}
	return nil
}

func constants(api frontend.API, in []frontend.Variable) error {
	api.AssertIsEqual(in[0], 1)
	api.AssertIsEqual(api.Mul(in[0], 2), 2)
	return nil
}

// rounds returns a circuit of a hash function's shape, on a state of some elements. In each round
// one element becomes its fifth power, and a dense matrix mixes all. So rows grow with each round.
func rounds(width int) define {
	return func(api frontend.API, in []frontend.Variable) error {
		q, k := api.Compiler().Field(), big.NewInt(3)
		next := func() *big.Int { // numbers without structure
			k = new(big.Int).Exp(k, big.NewInt(5), q)
			return k.Add(k, big.NewInt(11))
		}
		state := make([]frontend.Variable, width)
		for i := range state {
			state[i] = api.Mul(in[i%len(in)], i+1)
		}
		matrix := make([]*big.Int, width*width)
		for i := range matrix {
			matrix[i] = next()
		}
		for range 60 {
			x := api.Add(state[0], next())
			square := api.Mul(x, x)
			state[0] = api.Mul(api.Mul(square, square), x)
			mixed := make([]frontend.Variable, width)
			for i := range mixed {
				mixed[i] = next()
				for j, x := range state {
					mixed[i] = api.Add(mixed[i], api.Mul(matrix[i*width+j], x))
				}
			}
			state = mixed
		}
		api.AssertIsDifferent(state[0], 0)
		return nil
	}
}
