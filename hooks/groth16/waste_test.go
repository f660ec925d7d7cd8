package groth16_test

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"runtime"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/memoryscan"
)

// TestSetupLeavesNoWaste looks for the secrets of a setup in all memory of the process, which is
// that of an emulated device, too.
func TestSetupLeavesNoWaste(t *testing.T) {
	i := scheme.Make(t, scheme.Named(t, "several commitments"))
	wantNoWaste(t, i.CCS)
}

// TestParallelSetupLeavesNoWaste does so for a circuit that is large enough for several goroutines.
func TestParallelSetupLeavesNoWaste(t *testing.T) {
	if testing.Short() {
		t.Skip("a larger circuit")
	}
	circuit := &multiplied{n: 5 << 10}
	wantNoWaste(t, circuit.compile(t))
}

func wantNoWaste(t *testing.T, ccs constraint.ConstraintSystem) {
	t.Helper()
	e := devicetest.Open(t)
	needles := memoryscan.Elsewhere(t, func() []memoryscan.Secret {
		rand.Reader = new(memoryscan.Forgetful)
		info := ccs.GetCommitments().(constraint.Groth16Commitments)
		return wasteOf(ccs.GetNbConstraints(), len(info))
	})
	system := rand.Reader
	defer func() { rand.Reader = system }()
	rand.Reader = new(memoryscan.Forgetful)
	pk, _, err := accelerated.Setup(ccs, accelerated.WithEngine(e))
	if err != nil {
		t.Fatal(err)
	}
	memoryscan.WantNone(t, needles)
	runtime.KeepAlive(pk)
}

// wasteOf draws what a setup will draw first, and returns it with what gives secrets away.
func wasteOf(constraints, commitments int) (all []memoryscan.Secret) {
	add := func(name string, e *fr.Element) {
		number := e.Bytes()
		all = append(all, memoryscan.Secret{Name: name, Words: e[:], Bytes: number[:]})
	}
	drawn := make([]fr.Element, 5)
	for i, name := range []string{"τ", "α", "β", "γ", "δ"} {
		_, _ = drawn[i].SetRandom()
		add(name, &drawn[i])
	}
	n := ecc.NextPowerOfTwo(uint64(constraints))
	one := fr.One()
	follows := make([]fr.Element, 6)
	follows[0].Inverse(&drawn[3])
	follows[1].Inverse(&drawn[4])
	follows[2].Exp(drawn[0], new(big.Int).SetUint64(n))
	follows[2].Sub(&follows[2], &one)
	follows[3].Mul(&follows[2], &follows[1])
	follows[4].Square(&drawn[0])
	follows[5].Mul(&follows[4], &drawn[0])
	for i, name := range []string{"1/γ", "1/δ", "t(τ)", "t(τ)/δ", "τ²", "τ³"} {
		add(name, &follows[i])
	}
	_, _ = curve.RandomOnG2()
	last := new(big.Int).Sub(fr.Modulus(), big.NewInt(1))
	for i := range commitments {
		number, _ := rand.Int(rand.Reader, last)
		var sigma, minus fr.Element
		sigma.SetBigInt(number.Add(number, big.NewInt(1)))
		add(fmt.Sprintf("σ[%d]", i), &sigma)
		add(fmt.Sprintf("-σ[%d]", i), minus.Neg(&sigma))
	}
	return all
}

// multiplied is a number multiplied by itself n times.
type multiplied struct {
	n    int
	X, Y frontend.Variable
}

func (m *multiplied) Define(api frontend.API) error {
	product := m.X
	for range m.n {
		product = api.Mul(product, m.X)
	}
	api.AssertIsEqual(product, m.Y)
	return nil
}

func (m *multiplied) compile(t *testing.T) constraint.ConstraintSystem {
	t.Helper()
	ccs, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, m)
	if err != nil {
		t.Fatal(err)
	}
	return ccs
}
