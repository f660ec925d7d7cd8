package protocol_test

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	curve_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377"
	curve_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	curve_bn254 "github.com/consensys/gnark-crypto/ecc/bn254"
	curve_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/prover"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/groth16/testscheme"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

type judging interface {
	Judge(half proof.Begun, made any, outsiders [2]any) ([]protocol.Verdict, error)
}

// over returns the prover over the curve of a constraint system.
func over(ccs any) prover.Any {
	i := slices.IndexFunc(prover.Registered, func(p prover.Any) bool { return p.Serves(ccs) })
	return prover.Registered[i]
}

// coordinate is a pointer to a coordinate of gnark-crypto's points.
type coordinate[E any] interface {
	*E
	SetRandom() (*E, error)
	Add(x, y *E) *E
	Sub(x, y *E) *E
	Mul(x, y *E) *E
	Square(x *E) *E
	Sqrt(x *E) *E
	Legendre() int
}

// outsider sets a random point of a curve that has a point already.
func outsider[E any, C coordinate[E]](x, y *E) {
	cube := func(z E) (power E) { C(&power).Square(&z); C(&power).Mul(&power, &z); return power }
	b, c := *y, cube(*x)
	C(&b).Square(&b)
	C(&b).Sub(&b, &c)
	for square := false; !square; {
		C(x).SetRandom()
		c = cube(*x)
		C(&c).Add(&c, &b)
		square = C(&c).Legendre() == 1
	}
	C(y).Sqrt(&c)
}

// TestVerdicts damages proofs in every part, over each curve. Our check refuses them exactly where
// gnark's verifier does.
func TestVerdicts(t *testing.T) {
	scheme := testscheme.Groth16
	_, _, p254, q254 := curve_bn254.Generators()
	outsider(&p254.X, &p254.Y)
	outsider(&q254.X, &q254.Y)
	_, _, p377, q377 := curve_bls12377.Generators()
	outsider(&p377.X, &p377.Y)
	outsider(&q377.X, &q377.Y)
	_, _, p381, q381 := curve_bls12381.Generators()
	outsider(&p381.X, &p381.Y)
	outsider(&q381.X, &q381.Y)
	_, _, p761, q761 := curve_bw6761.Generators()
	outsider(&p761.X, &p761.Y)
	outsider(&q761.X, &q761.Y)
	for _, on := range []struct {
		curve     ecc.ID
		outsiders [2]any
	}{
		{ecc.BN254, [2]any{p254, q254}},
		{ecc.BLS12_377, [2]any{p377, q377}},
		{ecc.BLS12_381, [2]any{p381, q381}},
		{ecc.BW6_761, [2]any{p761, q761}},
	} {
		for _, name := range []string{
			"cubic", "many public inputs", "commitment to both", "several commitments",
		} {
			t.Run(on.curve.String()+"/"+name, func(t *testing.T) {
				devicetest.SkipRepeatedOfHost(t, on.curve == ecc.BN254)
				i := scheme.MakeOn(t, on.curve, scheme.Named(t, name))
				scheme.AttachFor(t, i.PK, hookstest.Engine(t))
				withKey := accelerated.WithVerifyingKey(i.VK)
				over := over(i.CCS)
				half, err := over.Solve(i.CCS, i.PK, i.Full, withKey)
				if err != nil {
					t.Fatal(err)
				}
				defer half.Close()
				made, err := half.Prove()
				if err != nil {
					t.Fatal(err)
				}
				verdicts, err := over.(judging).Judge(half, made, on.outsiders)
				if err != nil {
					t.Fatal(err)
				}
				want(t, verdicts)
			})
		}
	}
}

func want(t *testing.T, verdicts []protocol.Verdict) {
	t.Helper()
	refusedInputs := 0
	for n, v := range verdicts {
		right := n == 0
		if v.Damage == "public input" { // some are in no constraint
			if right = v.Gnarks == nil; !right {
				refusedInputs++
			}
		}
		if (v.Ours == nil) != right || (v.Gnarks == nil) != right {
			t.Errorf("%s: ours says %v, gnark's %v", v.Damage, v.Ours, v.Gnarks)
		}
	}
	if len(verdicts) < 12 || refusedInputs == 0 {
		t.Errorf("%d verdicts, %d of public inputs refused", len(verdicts), refusedInputs)
	}
}
