package solvertest

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/lookup/logderivlookup"
	"github.com/consensys/gnark/std/rangecheck"
)

// program is a circuit whose operations are read from bytes. Any bytes are a circuit; whether its
// witness satisfies it is for gnark to say.
type program struct {
	Public frontend.Variable `gnark:",public"`
	Secret [3]frontend.Variable
	code   []byte
}

// maxOperations bounds the size of circuits that are made of bytes.
const maxOperations = 64

// Random compiles the circuit that bytes stand for, with a witness.
func Random(curve ecc.ID, builder frontend.NewBuilder, code []byte) (*Case, error) {
	if len(code) > 3*maxOperations {
		code = code[:3*maxOperations]
	}
	at := func(i int) int64 {
		if i < len(code) {
			return int64(code[i])
		}
		return int64(i)
	}
	assignment := &program{Public: at(0), Secret: [3]frontend.Variable{at(1), at(2), at(3) - 128}}
	c := Circuit{"random", func(frontend.NewBuilder) (a, b, i frontend.Circuit, err error) {
		return &program{code: code}, assignment, nil, nil
	}}
	return c.compile(curve, builder)
}

// Define implements frontend.Circuit.
func (c *program) Define(api frontend.API) error {
	values := append([]frontend.Variable{c.Public, 1}, c.Secret[:]...)
	for code := c.code; len(code) >= 3; code = code[3:] {
		x, y := values[int(code[1])%len(values)], values[int(code[2])%len(values)]
		values = append(values, operation(api, code[0], x, y, values))
	}
	last := values[len(values)-1]
	api.AssertIsEqual(api.Mul(last, last, c.Public), api.Mul(api.Mul(last, c.Public), last))
	return nil
}

// operation appends one operation on two of the values.
func operation(
	api frontend.API, code byte, x, y frontend.Variable, values []frontend.Variable,
) frontend.Variable {
	k, last := int(code/16), values[len(values)-1]
	switch code % 16 {
	case 0:
		return api.Add(x, y, k)
	case 1:
		return api.Sub(x, api.Mul(y, k), last)
	case 2:
		return api.Mul(x, y)
	case 3:
		return api.Mul(api.Add(x, y), api.Sub(y, k), values[len(values)/2])
	case 4:
		return api.Inverse(api.Add(api.Mul(x, x), 1+k))
	case 5:
		return api.DivUnchecked(x, api.Add(y, k))
	case 6:
		return api.IsZero(api.Sub(x, k))
	case 7:
		return api.Select(api.IsZero(x), y, k)
	case 8:
		b := api.ToBinary(api.Mul(x, y))
		return api.FromBinary(b[k : k+100]...)
	case 9:
		table := logderivlookup.New(api)
		for i := range 4 {
			table.Insert(api.Add(x, api.Mul(y, i)))
		}
		return table.Lookup(api.Add(api.IsZero(x), api.IsZero(y)))[0]
	case 10:
		rangecheck.New(api).Check(api.Mul(api.IsZero(x), 1000), 10+k)
		return api.Neg(y)
	case 11:
		return api.Mul(x, new(big.Int).Lsh(big.NewInt(1+int64(k)), uint(8*k)))
	case 12:
		return api.Add(values[0], values[1], values[2:]...)
	case 13:
		return api.Sub(api.Mul(x, 1<<57), y, api.Mul(last, 1<<(30+k)), api.Mul(values[0], 1<<56))
	case 14:
		committed, err := api.(frontend.Committer).Commit(api.Add(x, 1), api.Mul(y, x))
		if err != nil {
			return 0
		}
		return committed
	}
	return api.MulAcc(api.Mul(x, 3), y, api.Add(x, k))
}
