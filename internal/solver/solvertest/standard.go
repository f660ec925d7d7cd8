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
	"github.com/consensys/gnark/std/rangecheck"
	"github.com/consensys/gnark/std/selector"
)

func init() { solver.RegisterHint(halve) }

// standard returns circuits of what gnark's standard library has, and of rare constraints.
func standard() []Circuit {
	return append([]Circuit{
		small("arithmetic", new(arithmetic), &arithmetic{X: 5, Y: 9, Z: 3},
			&arithmetic{X: 5, Y: 9, Z: 4}),
		small("divisions", new(divisions), &divisions{X: [5]frontend.Variable{1, 2, 3, 0, 5}, Y: 7},
			&divisions{X: [5]frontend.Variable{1, 0, 3, 0, 5}, Y: 7}),
		small("bits", new(toBits), &toBits{X: 12345}, &toBits{X: 1 << 17}),
		small("lookup", new(lookup), &lookup{X: [3]frontend.Variable{0, 7, 15}, T: 99},
			&lookup{X: [3]frontend.Variable{0, 7, 16}, T: 99}),
		small("words", new(words), &words{X: 0xdeadbeef, Y: 0x12345678}, &words{X: 1 << 33, Y: 1}),
		small("range", new(ranges), &ranges{X: [4]frontend.Variable{0, 1, 65535, 4242}},
			&ranges{X: [4]frontend.Variable{0, 1, 65536, 4242}}),
		small("emulated", new(foreign), foreignOf(3, 5, 15), foreignOf(3, 5, 16)),
		small("commitment", new(committed), &committed{X: 3, Y: 9}, &committed{X: 3, Y: 8}),
		small("hint", new(hinted), &hinted{X: 8}, &hinted{X: 9}),
		small("selector", new(selected), &selected{X: 2, Y: [4]frontend.Variable{4, 5, 6, 7}, Z: 6},
			&selected{X: 2, Y: [4]frontend.Variable{4, 5, 6, 7}, Z: 7}),
		small("constants", new(constants), &constants{X: 1}, nil),
		small("blueprint", new(squares), &squares{X: 4}, nil),
		chain("poseidon2", 2), chain("poseidon3", 3), chain("poseidon5", 5),
		encryption(), sized("goldilocks", Goldilocks), sized("small field", EmulatedGoldilocks),
	}, layered()...)
}

func small(name string, circuit, valid, invalid frontend.Circuit) Circuit {
	return Circuit{name, func(frontend.NewBuilder) (a, b, c frontend.Circuit, err error) {
		return circuit, valid, invalid, nil
	}}
}

func chain(name string, width int) Circuit {
	circuit, assignment := Poseidon(3, width)
	return small(name, circuit, assignment, nil)
}

// sized returns one of the circuits that have a size.
func sized(name string, circuitOf func(n int) (circuit, assignment frontend.Circuit)) Circuit {
	circuit, assignment := circuitOf(2)
	return small(name, circuit, assignment, nil)
}

// encryption encrypts a block. A byte of 256 is not in the table.
func encryption() Circuit {
	circuit, valid := Cipher(1)
	_, invalid := Cipher(1)
	invalid.(*cipher).Blocks[0][3] = 256
	return small("cipher", circuit, valid, invalid)
}

// arithmetic has sums with coefficients of every size and sign, and repeated sides.
type arithmetic struct {
	X, Y frontend.Variable
	Z    frontend.Variable `gnark:",public"`
}

func (c *arithmetic) Define(api frontend.API) error {
	huge := new(big.Int).Sub(api.Compiler().Field(), big.NewInt(1<<40))
	huge.Rsh(huge, 3)
	s := api.Add(c.X, c.Y, 1)
	t := api.Sub(api.Mul(c.X, 1<<30), api.Mul(c.Y, 12), api.Mul(c.Z, huge), 77)
	u := api.Mul(s, t)
	u = api.Add(api.Mul(u, u), api.Neg(c.X), api.Mul(s, s), api.Mul(t, c.Y))
	v := api.Mul(api.Add(c.X, c.Y, c.Z, u), api.Sub(u, c.X, c.Y, 1), s)
	v = api.MulAcc(v, u, t)
	big1 := new(big.Int).Lsh(big.NewInt(1), 57)
	w := api.Add(api.Mul(c.X, big1), api.Mul(c.Y, big1), api.Mul(c.Z, big1), api.Mul(u, big1),
		api.Mul(v, big1),
		api.Mul(s, big1, 3), api.Mul(t, big1), api.Neg(api.Mul(v, c.X)))
	w = api.Mul(w, api.Sub(0, w), api.Sub(5, c.Y))
	api.AssertIsDifferent(w, 0)
	api.AssertIsEqual(api.Mul(c.Z, c.Z), c.Y)
	api.AssertIsEqual(api.Sub(c.Y, c.Z), api.Add(c.X, 1))
	api.AssertIsBoolean(api.Sub(c.X, 4))
	api.Println("sum", s, "and", w)
	return nil
}

// divisions divides, and in an R1CS also 0 by 0.
type divisions struct {
	X [5]frontend.Variable
	Y frontend.Variable `gnark:",public"`
}

func (c *divisions) Define(api frontend.API) error {
	sum := frontend.Variable(1)
	_, sparse := api.(frontend.PlonkAPI)
	for i, x := range c.X {
		sum = api.Add(sum, api.IsZero(x))
		if !sparse {
			sum = api.Add(sum, api.DivUnchecked(api.Mul(x, x), x))
		}
		if i != 3 {
			sum = api.Add(sum, api.Inverse(x), api.Div(c.Y, api.Add(x, x, 1)))
		}
	}
	api.AssertIsDifferent(sum, 0)
	api.AssertIsEqual(api.Cmp(c.Y, 6), 1)
	return nil
}

// toBits decomposes.
type toBits struct{ X frontend.Variable }

func (c *toBits) Define(api frontend.API) error {
	b := api.ToBinary(c.X, 17)
	api.AssertIsEqual(api.FromBinary(b...), c.X)
	all := api.ToBinary(api.Mul(c.X, c.X))
	api.AssertIsLessOrEqual(c.X, 1<<20)
	trits := bits.ToTernary(api, c.X, bits.WithNbDigits(20))
	api.AssertIsEqual(bits.FromTernary(api, trits), c.X)
	api.AssertIsEqual(api.Xor(all[0], b[0]), 0)
	return nil
}

// lookup has a table with variable entries, which grows between queries.
type lookup struct {
	X [3]frontend.Variable
	T frontend.Variable
}

func (c *lookup) Define(api frontend.API) error {
	table := logderivlookup.New(api)
	for i := range 10 {
		table.Insert(api.Add(c.T, i))
	}
	first := table.Lookup(c.X[0])
	for i := range 6 {
		table.Insert(i)
	}
	api.AssertIsEqual(api.Add(first[0], api.Mul(table.Lookup(c.X[1], c.X[2])[0], 0)), c.T)
	return nil
}

// words computes with words of 32 bits, by lookup tables of three columns.
type words struct{ X, Y frontend.Variable }

func (c *words) Define(api frontend.API) error {
	u, err := uints.New[uints.U32](api)
	if err != nil {
		return err
	}
	x, y := u.ValueOf(c.X), u.ValueOf(c.Y)
	z := u.Xor(x, u.And(y, u.Lrot(x, 7)), u.Or(x, y))
	u.AssertEq(z, u.Xor(z, uints.NewU32(0)))
	api.AssertIsDifferent(u.ToValue(u.Add(z, x)), 0)
	return nil
}

// ranges checks ranges, by a commitment.
type ranges struct{ X [4]frontend.Variable }

func (c *ranges) Define(api frontend.API) error {
	checker := rangecheck.New(api)
	for i, x := range c.X {
		checker.Check(x, 16)
		checker.Check(api.Mul(x, 3+i), 19)
	}
	return nil
}

// foreign computes in a field other than the circuit's.
type foreign struct {
	X, Y, Z emulated.Element[emulated.Secp256k1Fp]
}

func foreignOf(x, y, z int64) *foreign {
	value := emulated.ValueOf[emulated.Secp256k1Fp]
	return &foreign{value(x), value(y), value(z)}
}

func (c *foreign) Define(api frontend.API) error {
	f, err := emulated.NewField[emulated.Secp256k1Fp](api)
	if err != nil {
		return err
	}
	f.AssertIsEqual(f.Mul(&c.X, &c.Y), &c.Z)
	q := f.Div(f.Add(&c.X, &c.Z), f.Sub(&c.Y, &c.X))
	f.AssertIsEqual(f.Mul(q, f.Inverse(q)), f.One())
	f.AssertIsDifferent(f.Sqrt(f.Mul(q, q)), f.Zero())
	return nil
}

// committed commits to wires.
type committed struct {
	X frontend.Variable
	Y frontend.Variable `gnark:",public"`
}

func (c *committed) Define(api frontend.API) error {
	committer, ok := api.(frontend.Committer)
	if !ok {
		return errors.New("no commitments")
	}
	x, err := committer.Commit(c.X, api.Mul(c.X, c.X))
	if err != nil {
		return err
	}
	y, err := committer.Commit(api.Add(c.X, x), c.Y)
	if err != nil {
		return err
	}
	api.AssertIsDifferent(api.Mul(x, y), 0)
	api.AssertIsEqual(api.Mul(c.X, c.X), c.Y)
	return nil
}

// hinted asks a hint that is not of gnark's library.
type hinted struct{ X frontend.Variable }

func (c *hinted) Define(api frontend.API) error {
	half, err := api.NewHint(halve, 2, c.X, api.Add(c.X, 2), 6)
	if err != nil {
		return err
	}
	api.AssertIsEqual(api.Add(half[0], half[0]), c.X)
	api.AssertIsEqual(api.Mul(half[1], 2), api.Add(c.X, 2))
	return nil
}

func halve(_ *big.Int, inputs, outputs []*big.Int) error {
	for i := range outputs {
		if inputs[i].Bit(0) != 0 {
			return errors.New("an odd number")
		}
		outputs[i].Rsh(inputs[i], 1)
	}
	return nil
}

// selected selects by a variable.
type selected struct {
	X frontend.Variable
	Y [4]frontend.Variable
	Z frontend.Variable `gnark:",public"`
}

func (c *selected) Define(api frontend.API) error {
	api.AssertIsEqual(selector.Mux(api, c.X, c.Y[:]...), c.Z)
	api.AssertIsEqual(api.Lookup2(1, 0, c.Y[0], c.Y[1], c.Y[2], c.Y[3]), c.Y[1])
	api.AssertIsEqual(api.Select(api.IsZero(c.X), c.Y[0], c.Y[2]), c.Z)
	return nil
}

// constants has no constraint but those on constants.
type constants struct{ X frontend.Variable }

func (c *constants) Define(api frontend.API) error {
	api.AssertIsEqual(c.X, 1)
	api.AssertIsEqual(api.Mul(c.X, 2), 2)
	return nil
}
