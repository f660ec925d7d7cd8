package protocol_test

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	curve_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377"
	curve_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	curve_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/plonk/testscheme"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/prover"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

type judging interface {
	Judge(half proof.Begun, outside any) ([]protocol.Verdict, error)
}

// over returns the prover over the curve of a constraint system.
func over(ccs any) prover.Any {
	i := slices.IndexFunc(prover.Registered, func(p prover.Any) bool { return p.Serves(ccs) })
	return prover.Registered[i]
}

// TestVerdicts damages proofs in every part, over each curve. Our check refuses them exactly where
// gnark's verifier does.
func TestVerdicts(t *testing.T) {
	scheme := testscheme.PLONK
	order3 := new(curve_bls12381.G1Affine)
	order3.Y.SetUint64(2)
	also3 := new(curve_bls12377.G1Affine)
	also3.Y.SetOne()
	order2 := new(curve_bw6761.G1Affine)
	order2.X.SetOne()
	for _, on := range []struct {
		curve   ecc.ID
		outside any
	}{
		{ecc.BN254, nil},
		{ecc.BLS12_377, *also3},
		{ecc.BLS12_381, *order3},
		{ecc.BW6_761, *order2},
	} {
		for _, name := range []string{"cubic", "many public inputs", "several commitments"} {
			t.Run(on.curve.String()+"/"+name, func(t *testing.T) {
				devicetest.SkipRepeatedOfHost(t, on.curve == ecc.BN254)
				i := scheme.MakeOn(t, on.curve, scheme.Named(t, name))
				scheme.AttachFor(t, i.PK, hookstest.Engine(t))
				over := over(i.CCS)
				half, err := over.Solve(i.CCS, i.PK, i.Full)
				if err != nil {
					t.Fatal(err)
				}
				defer half.Close()
				if _, err := half.Prove(); err != nil {
					t.Fatal(err)
				}
				verdicts, err := over.(judging).Judge(half, on.outside)
				if err != nil {
					t.Fatal(err)
				}
				want(t, verdicts)
			})
		}
	}
}

// TestLargeDomains has each of L, R and O committed to by itself, as in large domains.
func TestLargeDomains(t *testing.T) {
	defer protocol.SetMaxTogether(0)()
	TestVerdicts(t)
}

func want(t *testing.T, verdicts []protocol.Verdict) {
	t.Helper()
	for n, v := range verdicts {
		if (v.Ours == nil) != (v.Gnarks == nil) || (v.Gnarks == nil) != (n == 0) {
			t.Errorf("%s: ours says %v, gnark's %v", v.Damage, v.Ours, v.Gnarks)
		}
	}
	if len(verdicts) < 30 {
		t.Errorf("%d verdicts", len(verdicts))
	}
}
