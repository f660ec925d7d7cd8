package integers

import (
	"errors"
	"math/big"

	"github.com/consensys/gnark/constraint/solver"
)

const edwards = "std/algebra/native/twistededwards."

// StandIns run instead of hints of gnark's library, by their names there. Their outputs are the
// same.
var StandIns = map[string]solver.Hint{
	"std/algebra/emulated/sw_emulated.rationalReconstructExt":   reconstructExt,
	"std/algebra/emulated/sw_bn254.rationalReconstructExtG2":    reconstructExt,
	"std/algebra/emulated/sw_bls12381.rationalReconstructExtG2": reconstructExt,
	"std/algebra/emulated/sw_bw6761.rationalReconstructExtG2":   reconstructExt,
	edwards + "multiRationalReconstructHint":                    scalars(3, 3, MultiReconstruct),
	edwards + "multiRationalReconstructExtHint":                 scalars(4, 6, MultiReconstructExt),
}

var errInputs = errors.New("solver: a hint has unknown inputs or outputs")

// reconstructExt decomposes a scalar by [ReconstructExt]. The hint is one that
// std/math/emulated wraps. Its inputs are the numbers of native inputs and outputs, and of inputs
// and outputs modulo either of two numbers; the number and the size of limbs; the modulus; and the
// scalar and the eigenvalue, each after the number of its limbs. Its outputs are four signs and the
// limbs of four absolute values.
func reconstructExt(_ *big.Int, inputs, outputs []*big.Int) error {
	const signs, numbers = 4, 4
	l := list{values: inputs}
	for _, want := range [...]int{0, signs, 2, numbers, 0, 0} {
		if l.int() != want {
			return errInputs
		}
	}
	n, bits := l.int(), uint(l.int())
	r := l.number(n, bits)
	scalar := l.number(l.int(), bits)
	lambda := l.number(l.int(), bits)
	if l.failed || len(l.values) != 0 || len(outputs) != signs+numbers*n || r.Sign() == 0 {
		return errInputs
	}
	signOutputs, outputs := outputs[:signs], outputs[signs:]
	for i, x := range ReconstructExt(scalar.Neg(scalar), lambda, r) {
		setSign(signOutputs[i], x)
		if x.Abs(x); !decompose(outputs[i*n:(i+1)*n], x, bits) {
			return errInputs
		}
	}
	return nil
}

// scalars returns the function of a hint that decomposes two scalars. They come before other
// numbers. Outputs are the absolute values of the results, then their signs.
func scalars(inputs, results int, decompose func(in []*big.Int) []*big.Int) solver.Hint {
	return func(_ *big.Int, in, out []*big.Int) error {
		if len(in) != inputs || len(out) != 2*results {
			return errInputs
		}
		if in[0].Sign() == 0 && in[1].Sign() == 0 {
			return nil
		}
		for i, x := range decompose(in) {
			out[i].Abs(x)
			setSign(out[results+i], x)
		}
		return nil
	}
}

func setSign(z, x *big.Int) {
	if x.Sign() < 0 {
		z.SetUint64(1)
	}
}

type list struct {
	values []*big.Int
	failed bool // there were too few, or one was too large
}

func (l *list) int() int {
	if len(l.values) == 0 || !l.values[0].IsInt64() {
		l.failed = true
		return 0
	}
	x := l.values[0].Int64()
	l.values = l.values[1:]
	return int(x)
}

// number returns the number whose limbs are the next n values, the lowest first.
func (l *list) number(n int, bits uint) *big.Int {
	z := new(big.Int)
	if n < 0 || n > len(l.values) {
		l.failed = true
		return z
	}
	for i := n - 1; i >= 0; i-- {
		z.Lsh(z, bits)
		z.Add(z, l.values[i])
	}
	l.values = l.values[n:]
	return z
}

// decompose sets outputs to the limbs of x ≥ 0. It reports whether they are enough.
func decompose(outputs []*big.Int, x *big.Int, bits uint) bool {
	mask := new(big.Int).Lsh(big.NewInt(1), bits)
	mask.Sub(mask, big.NewInt(1))
	for _, z := range outputs {
		z.And(x, mask)
		x.Rsh(x, bits)
	}
	return x.Sign() == 0
}
