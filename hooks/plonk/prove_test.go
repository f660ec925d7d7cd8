package plonk_test

import (
	"errors"
	"testing"

	plonk_bn254 "github.com/consensys/gnark/backend/plonk/bn254"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/plonk/testscheme"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

// scheme is what the tests are about.
var scheme = &testscheme.PLONK

func TestSameProofAsGnark(t *testing.T) { scheme.SameProofAsGnark(t) }
func TestEveryCurve(t *testing.T)       { scheme.EveryCurve(t) }
func TestCatalogue(t *testing.T)        { scheme.Catalogue(t) }

func TestNoOtherRandomness(t *testing.T)          { scheme.NoOtherRandomness(t) }
func TestFastestWay(t *testing.T)                 { scheme.FastestWay(t) }
func TestGnarksWay(t *testing.T)                  { scheme.GnarksWay(t) }
func TestFailingRandomness(t *testing.T)          { scheme.FailingRandomness(t) }
func TestHashToField(t *testing.T)                { scheme.HashToField(t) }
func TestCallersOptionsAreLeftAlone(t *testing.T) { scheme.CallersOptionsAreLeftAlone(t) }
func TestSolverHints(t *testing.T)                { scheme.SolverHints(t) }
func TestInvalidWitness(t *testing.T)             { scheme.InvalidWitness(t) }
func TestInvalidOption(t *testing.T)              { scheme.InvalidOption(t) }
func TestConcurrentProofs(t *testing.T)           { scheme.ConcurrentProofs(t) }
func TestInOrder(t *testing.T)                    { scheme.InOrder(t) }
func TestSolvers(t *testing.T)                    { scheme.Solvers(t) }
func TestCancelled(t *testing.T)                  { scheme.Cancelled(t) }
func TestContexts(t *testing.T)                   { scheme.Contexts(t) }
func TestIndependentCommitments(t *testing.T)     { scheme.IndependentCommitments(t) }

func TestStreamGivesTheSameProofs(t *testing.T) { scheme.StreamGivesTheSameProofs(t) }
func TestStreamArguments(t *testing.T)          { scheme.StreamArguments(t) }
func TestPanicInAHint(t *testing.T)             { scheme.PanicInAHint(t) }

func TestFromSolutions(t *testing.T)    { scheme.FromSolutions(t) }
func TestInvalidSolutions(t *testing.T) { scheme.InvalidSolutions(t) }

func TestInvalidArguments(t *testing.T) {
	scheme.InvalidArguments(t, r1cs.NewBuilder[constraint.U64])
}

// provingKey is the key that is damaged.
type provingKey = plonk_bn254.ProvingKey

// TestDamagedKeys takes one thing after the other out of a key. An error must come of it, and no
// panic.
func TestDamagedKeys(t *testing.T) {
	i := scheme.Make(t, scheme.Named(t, "several commitments"))
	whole := *i.PK.(*plonk_bn254.ProvingKey)
	verifying := *whole.Vk
	for name, damage := range map[string]func(pk *provingKey){
		"the points": func(pk *provingKey) { pk.Kzg.G1 = pk.Kzg.G1[1:] },
		"all points": func(pk *provingKey) { pk.Kzg.G1 = nil },
		"the points in Lagrange form": func(pk *provingKey) {
			pk.KzgLagrange.G1 = pk.KzgLagrange.G1[1:]
		},
		"a commitment":       func(pk *provingKey) { pk.Vk.Qcp = pk.Vk.Qcp[1:] },
		"a public input":     func(pk *provingKey) { pk.Vk.NbPublicVariables-- },
		"half of the domain": func(pk *provingKey) { pk.Vk.Size /= 2 },
	} {
		t.Run(name, func(t *testing.T) {
			pk, vk := whole, verifying
			pk.Vk = &vk
			damage(&pk)
			_, err := accelerated.Prove(i.CCS, &pk, i.Full)
			if !errors.Is(err, accelerated.ErrKeyMismatch) {
				t.Errorf("got %v", err)
			}
		})
	}
}
