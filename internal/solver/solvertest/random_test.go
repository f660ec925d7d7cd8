package solvertest

import (
	"fmt"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/lookup/logderivlookup"
	"github.com/consensys/gnark/std/math/emulated"
	"github.com/consensys/gnark/std/rangecheck"
)

const maxOperations = 64

// Random compiles the circuit that bytes stand for, unless gnark's frontend refuses it.
func Random(curve ecc.ID, builder frontend.NewBuilder, code []byte) (k *Case, err error) {
	defer func() {
		if r := recover(); r != nil { // of gnark's frontend
			err = fmt.Errorf("compiling: %v", r)
		}
	}()
	if len(code) > 3*maxOperations {
		code = code[:3*maxOperations]
	}
	in := make(values, 4)
	for i := range in {
		in[i] = i
		if i < len(code) {
			in[i] = hostile(code[i], curve.ScalarField())
		}
	}
	return small("random", operations(code), in, nil).compile(curve, builder)
}

// hostile returns a small input, or one close to a power of two or to the modulus.
func hostile(b byte, modulus *big.Int) *big.Int {
	x := big.NewInt(int64(b))
	switch {
	case b >= 224:
		return x.Sub(modulus, x.Sub(x, big.NewInt(223)))
	case b >= 192:
		return x.Sub(x.Lsh(big.NewInt(1), uint(b-191)*7), big.NewInt(int64(b%3)))
	}
	return x
}

// operations reads a circuit from any bytes. Whether its witness fits is for gnark to say.
func operations(code []byte) define {
	return func(api frontend.API, in []frontend.Variable) error {
		values := append([]frontend.Variable{in[0], 1}, in[1:]...)
		for code := code; len(code) >= 3; code = code[3:] {
			x, y := values[int(code[1])%len(values)], values[int(code[2])%len(values)]
			values = append(values, operation(api, code[0], x, y, values))
		}
		last := values[len(values)-1]
		api.AssertIsEqual(api.Mul(last, last, in[0]), api.Mul(api.Mul(last, in[0]), last))
		return nil
	}
}

func operation(
	api frontend.API, code byte, x, y frontend.Variable, values []frontend.Variable,
) frontend.Variable {
	k, last := int(code/20), values[len(values)-1]
	switch code % 20 {
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
		api.AssertIsLessOrEqual(api.Mul(api.IsZero(x), k), y)
		return api.Select(api.IsZero(y), x, last)
	case 15:
		return foreignProduct(api, x, y, k)
	case 16:
		table := logderivlookup.New(api)
		for i := range 32 {
			table.Insert(i * i * (k + 1))
		}
		return table.Lookup(api.FromBinary(api.ToBinary(x)[:5]...))[0]
	case 17:
		if k == 0 {
			api.AssertIsEqual(x, y)
		}
		return api.Sub(y, x)
	case 18:
		committed, err := api.(frontend.Committer).Commit(api.Add(x, 1), api.Mul(y, x))
		if err != nil {
			return 0
		}
		return committed
	}
	return api.MulAcc(api.Mul(x, 3), y, api.Add(x, k))
}

func foreignProduct(api frontend.API, x, y frontend.Variable, k int) frontend.Variable {
	f, err := emulated.NewField[emulated.Secp256k1Fr](api)
	if err != nil {
		return 0
	}
	a, b := f.FromBits(api.ToBinary(x)[:128]...), f.FromBits(api.ToBinary(y)[:200]...)
	c := f.Sub(f.Mul(a, b), f.MulConst(b, big.NewInt(int64(k))))
	d := f.Eval([][]*emulated.Element[emulated.Secp256k1Fr]{{a, b, c}, {c}}, []int{1, -k - 1})
	return d.Limbs[0]
}
