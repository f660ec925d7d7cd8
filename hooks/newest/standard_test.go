//go:build !race

// These circuits take long under the race detector, and start no goroutine that smaller ones do
// not.

package newest

import (
	"math/big"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	nativemimc "github.com/consensys/gnark-crypto/ecc/bn254/fr/mimc"
	nativeposeidon2 "github.com/consensys/gnark-crypto/ecc/bn254/fr/poseidon2"
	nativeedwards "github.com/consensys/gnark-crypto/ecc/bn254/twistededwards"
	"github.com/consensys/gnark-crypto/ecc/grumpkin"
	"github.com/consensys/gnark-crypto/ecc/secp256k1"
	"github.com/consensys/gnark-crypto/ecc/twistededwards"
	_ "github.com/consensys/gnark-crypto/hash/all"
	nativeeddsa "github.com/consensys/gnark-crypto/signature/eddsa"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/std/accumulator/merkle"
	"github.com/consensys/gnark/std/algebra/emulated/sw_emulated"
	"github.com/consensys/gnark/std/algebra/native/sw_grumpkin"
	edwards "github.com/consensys/gnark/std/algebra/native/twistededwards"
	"github.com/consensys/gnark/std/conversion"
	fiatshamir "github.com/consensys/gnark/std/fiat-shamir"
	"github.com/consensys/gnark/std/gkrapi"
	"github.com/consensys/gnark/std/gkrapi/gkr"
	"github.com/consensys/gnark/std/hash"
	_ "github.com/consensys/gnark/std/hash/all"
	"github.com/consensys/gnark/std/hash/mimc"
	"github.com/consensys/gnark/std/hash/poseidon2"
	"github.com/consensys/gnark/std/lookup/logderivlookup"
	stdbits "github.com/consensys/gnark/std/math/bits"
	"github.com/consensys/gnark/std/math/bitslice"
	"github.com/consensys/gnark/std/math/cmp"
	"github.com/consensys/gnark/std/math/emulated"
	"github.com/consensys/gnark/std/math/uints"
	"github.com/consensys/gnark/std/multicommit"
	"github.com/consensys/gnark/std/polynomial"
	"github.com/consensys/gnark/std/rangecheck"
	"github.com/consensys/gnark/std/selector"
	"github.com/consensys/gnark/std/signature/eddsa"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/randomness"
	"github.com/gnark-accel/gnark-accel/hooks/internal/plonk/testscheme"
)

// gadget is a part of gnark's standard library, as a function. It has an argument and the value
// that belongs to it.
type gadget struct {
	name    string
	in, out []frontend.Variable
	define  define
}

type define func(api frontend.API, in []frontend.Variable) (out []frontend.Variable, err error)

// gadgetCircuit applies a gadget. What the gadget gives is public.
type gadgetCircuit struct {
	In     []frontend.Variable
	Out    []frontend.Variable `gnark:",public"`
	define define
}

func (c *gadgetCircuit) Define(api frontend.API) error {
	out, err := c.define(api, c.In)
	for i := range out {
		api.AssertIsEqual(out[i], c.Out[i])
	}
	return err
}

// TestStandardLibrary proves with gnark's standard library. It comes with hints, commitments,
// lookups and work that is put off until the end of the circuit. Circuits that are slow on an
// emulated device are left to the tests without the tag cuda, unless GNARK_ACCEL_LONG is 1.
func TestStandardLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves gnark's standard library to make test-ci")
	}
	e := hookstest.Engine(t)
	for _, g := range gadgets(t) {
		t.Run(g.name, func(t *testing.T) {
			in, out := make([]frontend.Variable, len(g.in)), make([]frontend.Variable, len(g.out))
			circuit := &gadgetCircuit{in, out, g.define}
			ccs, err := frontend.Compile(ecc.BN254.ScalarField(), scs.NewBuilder, circuit)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d constraints, %d commitments",
				ccs.GetNbConstraints(), len(ccs.GetCommitments().CommitmentIndexes()))
			hookstest.SkipSlow(t, ccs, e)
			assignment := &gadgetCircuit{In: g.in, Out: g.out}
			i := testscheme.PLONK.Make(t, circuits.Example{
				Name: g.name, Circuit: circuit, Assignment: assignment,
				Commitments: circuits.AnyCommitments,
			})
			testscheme.PLONK.AttachFor(t, i.PK, e)
			testscheme.PLONK.Prove(t, i)
		})
	}
}

func gadgets(t *testing.T) []gadget {
	return append([]gadget{
		{
			"arithmetic of the API", []frontend.Variable{6, 7, 1},
			[]frontend.Variable{42, 1, 0, 1, 7, 43},
			func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
				return []frontend.Variable{
					api.Mul(in[0], in[1]),
					api.Mul(api.Inverse(in[0]), in[0]),
					api.Xor(in[2], api.IsZero(api.Sub(in[1], 7))),
					api.Or(in[2], api.And(in[2], 0)),
					api.Lookup2(in[2], 0, in[0], in[1], 3, 4),
					api.MulAcc(api.DivUnchecked(in[1], in[1]), in[0], api.Select(in[2], in[1], 0)),
				}, nil
			},
		},
		{
			"bits", []frontend.Variable{0b1011, 1 << 60, 17},
			[]frontend.Variable{1, 1, 0, 1, 1 << 60, 2, 2, 1, 17},
			func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
				digits := stdbits.ToTernary(api, in[2], stdbits.WithNbDigits(4))
				out := stdbits.ToBinary(api, in[0], stdbits.WithNbDigits(4))
				out = append(out, stdbits.FromBinary(api, stdbits.ToBinary(api, in[1])))
				return append(append(out, digits[:3]...), stdbits.FromTernary(api, digits)), nil
			},
		},
		{
			"bit slices", []frontend.Variable{0xabcdef},
			[]frontend.Variable{0xdef, 0xabc, 0xcdef, 0xab},
			func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
				low, high := bitslice.Partition(api, in[0], 12, bitslice.WithNbDigits(24))
				lower, higher := bitslice.Partition(api, in[0], 16)
				return []frontend.Variable{low, high, lower, higher}, nil
			},
		},
		{
			"comparisons", []frontend.Variable{300, 400}, []frontend.Variable{1, 0, 0, 1, 300},
			func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
				bounded := cmp.NewBoundedComparator(api, big.NewInt(1000), false)
				bounded.AssertIsLess(in[0], in[1])
				return []frontend.Variable{
					cmp.IsLess(api, in[0], in[1]), cmp.IsLessOrEqual(api, in[1], in[0]),
					cmp.IsEqual(api, in[0], in[1]),
					bounded.IsLess(in[0], in[1]), bounded.Min(in[0], in[1]),
				}, nil
			},
		},
		{
			"range checks of many widths", []frontend.Variable{1, 3, 1 << 9, 1 << 39, 1 << 62}, nil,
			func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
				for i, width := range []int{1, 2, 10, 40, 200} {
					rangecheck.New(api).Check(in[i], width)
				}
				return nil, nil
			},
		},
		{
			"lookups", []frontend.Variable{5, 0, 5, 31}, []frontend.Variable{25, 0, 25, 961},
			func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
				table := logderivlookup.New(api)
				for i := range 32 {
					table.Insert(i * i)
				}
				return table.Lookup(in...), nil
			},
		},
		{
			"selection", []frontend.Variable{2, 10, 11, 12, 13},
			[]frontend.Variable{12, 12, 0, 1, 10, 11, 0, 0, 11, 13},
			func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
				at, from := in[0], in[1:]
				out := []frontend.Variable{
					selector.Mux(api, at, from...),
					selector.Map(api, 11,
						[]frontend.Variable{at, 11}, []frontend.Variable{3, from[2]}),
				}
				out = append(out, selector.Decoder(api, 3, at)[1:]...)
				out = append(out, selector.Partition(api, at, false, from)...)
				out = append(out, selector.Slice(api, 1, at, from)[1])
				selected := selector.BinaryMux(api, []frontend.Variable{1, api.Sub(at, 1)}, from)
				return append(out, selected), nil
			},
		},
		{
			"several commitments in one", []frontend.Variable{1, 2, 3, 4}, nil,
			func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
				for i := range in {
					use := func(api frontend.API, commitment frontend.Variable) error {
						api.AssertIsDifferent(commitment, in[i])
						return nil
					}
					multicommit.WithCommitment(api, use, in[:i]...)
				}
				return nil, nil
			},
		},
		{
			"polynomials", []frontend.Variable{1, 3, 5, 7, 10}, []frontend.Variable{21, 75311, 57},
			func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
				univariate := polynomial.Polynomial(append([]frontend.Variable{1}, in[:4]...))
				at := []frontend.Variable{in[4], api.Add(in[4], -2)}
				return []frontend.Variable{
					polynomial.InterpolateLDE(api, in[4], in[:4]),
					univariate.Eval(api, in[4]),
					// 1 + 4x + 2y at (10, 8)
					polynomial.MultiLin(in[:4]).Evaluate(api, at),
				}, nil
			},
		},
		{
			"fiat-shamir", []frontend.Variable{1, 2}, nil,
			func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
				h, err := mimc.NewMiMC(api)
				if err != nil {
					return nil, err
				}
				transcript := fiatshamir.NewTranscript(api, &h, []string{"challenge"})
				if err := transcript.Bind("challenge", in); err != nil {
					return nil, err
				}
				value, err := transcript.ComputeChallenge("challenge")
				api.AssertIsDifferent(value, 0)
				return nil, err
			},
		},
		emulatedProduct(),
		emulatedAddition(),
		edwardsMultiple(),
		grumpkinMultiple(),
		signature(t),
		merklePath(),
		conversions(),
		{
			"GKR", []frontend.Variable{2, 3, 4, 5}, []frontend.Variable{36, 400},
			func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
				layers, err := gkrapi.New(api)
				if err != nil {
					return nil, err
				}
				x, y := layers.NewInput(), layers.NewInput()
				product := layers.Mul(x, y)
				square := layers.Mul(product, product)
				circuit, err := layers.Compile("MIMC")
				if err != nil {
					return nil, err
				}
				var out []frontend.Variable
				for i := 0; i < len(in); i += 2 {
					inputs := map[gkr.Variable]frontend.Variable{x: in[i], y: in[i+1]}
					result, err := circuit.AddInstance(inputs)
					if err != nil {
						return nil, err
					}
					out = append(out, result[square])
				}
				return out, nil
			},
		},
	}, hashes()...)
}

// limbs are those of emulated elements, four of 64 bits each. In circuits they may lie in one array
// with other variables: nothing may be appended to them.
func limbs(values ...*big.Int) (all []frontend.Variable) {
	for _, v := range values {
		for i := range uint(4) {
			limb := new(big.Int).Rsh(v, 64*i)
			all = append(all, limb.And(limb, new(big.Int).SetUint64(1<<64-1)))
		}
	}
	return all
}

func emulatedProduct() gadget {
	p := emulated.Secp256k1Fp{}.Modulus()
	x, y := new(big.Int).Sub(p, big.NewInt(12345)), new(big.Int).Rsh(p, 3)
	product := new(big.Int).Mul(x, y)
	inverse := new(big.Int).ModInverse(x, p)
	return gadget{
		"emulated product", limbs(x, y), limbs(product.Mod(product, p), inverse),
		func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
			f, err := emulated.NewField[emulated.Secp256k1Fp](api)
			if err != nil {
				return nil, err
			}
			x, y := f.NewElement(in[:4]), f.NewElement(in[4:])
			product, inverse := f.ReduceStrict(f.Mul(x, y)), f.ReduceStrict(f.Inverse(x))
			return slices.Concat(product.Limbs, inverse.Limbs), nil
		},
	}
}

func emulatedAddition() gadget {
	_, g := secp256k1.Generators()
	var double, sum secp256k1.G1Affine
	double.Double(&g)
	sum.Add(&double, &g)
	coordinates := func(p secp256k1.G1Affine) []frontend.Variable {
		return limbs(p.X.BigInt(new(big.Int)), p.Y.BigInt(new(big.Int)))
	}
	return gadget{
		"emulated points", append(coordinates(g), coordinates(double)...), coordinates(sum),
		func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
			c, err := sw_emulated.New[emulated.Secp256k1Fp, emulated.Secp256k1Fr](
				api, sw_emulated.GetSecp256k1Params())
			if err != nil {
				return nil, err
			}
			f, err := emulated.NewField[emulated.Secp256k1Fp](api)
			if err != nil {
				return nil, err
			}
			point := func(in []frontend.Variable) *sw_emulated.AffinePoint[emulated.Secp256k1Fp] {
				return &sw_emulated.AffinePoint[emulated.Secp256k1Fp]{
					X: *f.NewElement(in[:4]), Y: *f.NewElement(in[4:]),
				}
			}
			p, q := point(in[:8]), point(in[8:])
			c.AssertIsOnCurve(p)
			sum := c.AddUnified(p, q)
			return slices.Concat(f.ReduceStrict(&sum.X).Limbs, f.ReduceStrict(&sum.Y).Limbs), nil
		},
	}
}

func edwardsMultiple() gadget {
	base := nativeedwards.GetEdwardsCurve().Base
	var p nativeedwards.PointAffine
	p.ScalarMultiplication(&base, big.NewInt(987654321))
	return gadget{
		"twisted Edwards curve", []frontend.Variable{base.X, base.Y, 987654321},
		[]frontend.Variable{p.X, p.Y},
		func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
			c, err := edwards.NewEdCurve(api, twistededwards.BN254)
			if err != nil {
				return nil, err
			}
			p := edwards.Point{X: in[0], Y: in[1]}
			c.AssertIsOnCurve(p)
			p = c.ScalarMul(p, in[2])
			return []frontend.Variable{p.X, p.Y}, nil
		},
	}
}

func grumpkinMultiple() gadget {
	_, g := grumpkin.Generators()
	var p grumpkin.G1Affine
	p.ScalarMultiplication(&g, big.NewInt(987654321))
	coordinates := func(p grumpkin.G1Affine) []frontend.Variable {
		return []frontend.Variable{p.X.BigInt(new(big.Int)), p.Y.BigInt(new(big.Int))}
	}
	return gadget{
		"Grumpkin", append(coordinates(g), 987654321), coordinates(p),
		func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
			var p sw_grumpkin.G1Affine
			p.ScalarMul(api, sw_grumpkin.G1Affine{X: in[0], Y: in[1]}, in[2])
			return []frontend.Variable{p.X, p.Y}, nil
		},
	}
}

// nativeMiMC hashes outside of circuits.
func nativeMiMC(values ...fr.Element) (e fr.Element) {
	h := nativemimc.NewMiMC()
	for i := range values {
		h.Write(values[i].Marshal())
	}
	e.SetBytes(h.Sum(nil))
	return e
}

func signature(t *testing.T) gadget {
	t.Helper()
	key, err := nativeeddsa.New(twistededwards.BN254, randomness.New("key"))
	if err != nil {
		t.Fatal(err)
	}
	message := fr.NewElement(123456789)
	signed, err := key.Sign(message.Marshal(), nativemimc.NewMiMC())
	if err != nil {
		t.Fatal(err)
	}
	var signer eddsa.PublicKey
	var signature eddsa.Signature
	signer.Assign(twistededwards.BN254, key.Public().Bytes())
	signature.Assign(twistededwards.BN254, signed)
	return gadget{
		"EdDSA",
		[]frontend.Variable{
			message, signer.A.X, signer.A.Y, signature.R.X, signature.R.Y, signature.S,
		},
		nil,
		func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
			c, err := edwards.NewEdCurve(api, twistededwards.BN254)
			if err != nil {
				return nil, err
			}
			h, err := mimc.NewMiMC(api)
			if err != nil {
				return nil, err
			}
			signer := eddsa.PublicKey{A: edwards.Point{X: in[1], Y: in[2]}}
			signature := eddsa.Signature{R: edwards.Point{X: in[3], Y: in[4]}, S: in[5]}
			return nil, eddsa.Verify(c, signature, in[0], signer, &h)
		},
	}
}

// merklePath is that of the second of four leaves.
func merklePath() gadget {
	var leaves [4]fr.Element
	for i := range leaves {
		leaves[i] = nativeMiMC(fr.NewElement(uint64(100 + i)))
	}
	right := nativeMiMC(leaves[2], leaves[3])
	root := nativeMiMC(nativeMiMC(leaves[0], leaves[1]), right)
	return gadget{
		"Merkle path", []frontend.Variable{root, 101, leaves[0], right, 1}, nil,
		func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
			h, err := mimc.NewMiMC(api)
			if err != nil {
				return nil, err
			}
			proof := merkle.MerkleProof{RootHash: in[0], Path: in[1:4]}
			proof.VerifyProof(api, &h, in[4])
			return nil, nil
		},
	}
}

func conversions() gadget {
	return gadget{
		"conversions", []frontend.Variable{0xabcdef},
		[]frontend.Variable{0xab, 0xcd, 0xef, 0xabcdef},
		func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
			bytes, err := conversion.NativeToBytes(api, in[0])
			if err != nil {
				return nil, err
			}
			out, err := values(api, bytes[len(bytes)-3:])
			if err != nil {
				return nil, err
			}
			whole, err := conversion.BytesToNative(api, bytes)
			return append(out, whole), err
		},
	}
}

// hashes are the hash functions of field elements.
func hashes() (all []gadget) {
	elements := []fr.Element{fr.NewElement(1), fr.NewElement(2), fr.NewElement(3)}
	permuted := nativeposeidon2.NewMerkleDamgardHasher()
	for i := range elements {
		permuted.Write(elements[i].Marshal())
	}
	for _, function := range []struct {
		name  string
		want  frontend.Variable
		build func(frontend.API) (hash.FieldHasher, error)
	}{
		{"MiMC", nativeMiMC(elements...), func(api frontend.API) (hash.FieldHasher, error) {
			h, err := mimc.NewMiMC(api)
			return &h, err
		}},
		{"Poseidon2", permuted.Sum(nil), func(api frontend.API) (hash.FieldHasher, error) {
			return poseidon2.New(api)
		}},
	} {
		all = append(all, gadget{
			function.name, []frontend.Variable{1, 2, 3}, []frontend.Variable{function.want},
			func(api frontend.API, in []frontend.Variable) ([]frontend.Variable, error) {
				h, err := function.build(api)
				if err != nil {
					return nil, err
				}
				h.Write(in...)
				return []frontend.Variable{h.Sum()}, nil
			},
		})
	}
	return all
}

// values returns the variables behind bytes.
func values(api frontend.API, bytes []uints.U8) (all []frontend.Variable, err error) {
	b, err := uints.NewBytes(api)
	if err != nil {
		return nil, err
	}
	for i := range bytes {
		all = append(all, b.Value(bytes[i]))
	}
	return all, nil
}
