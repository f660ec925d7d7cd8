package groth16_test

import (
	"errors"
	"slices"
	"testing"

	groth16_bn254 "github.com/consensys/gnark/backend/groth16/bn254"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend/cs/scs"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/groth16/testscheme"
)

// scheme is what the tests are about.
var scheme = &testscheme.Groth16

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
	scheme.InvalidArguments(t, scs.NewBuilder[constraint.U64])
}

// provingKey is the key that is damaged.
type provingKey = groth16_bn254.ProvingKey

// TestDamagedKeys takes one thing after the other out of a key. An error must come of it, and no
// panic.
func TestDamagedKeys(t *testing.T) {
	i := scheme.Make(t, scheme.Named(t, "several commitments"))
	whole := *i.PK.(*groth16_bn254.ProvingKey)
	for name, damage := range map[string]func(pk *provingKey){
		"A": func(pk *provingKey) { pk.G1.A = pk.G1.A[1:] },
		"B": func(pk *provingKey) { pk.G1.B = pk.G1.B[1:] },
		"both B": func(pk *provingKey) {
			pk.G1.B, pk.G2.B = pk.G1.B[1:], pk.G2.B[1:]
		},
		"K":            func(pk *provingKey) { pk.G1.K = nil },
		"Z":            func(pk *provingKey) { pk.G1.Z = pk.G1.Z[:3] },
		"B in G2":      func(pk *provingKey) { pk.G2.B = nil },
		"InfinityA":    func(pk *provingKey) { pk.InfinityA = nil },
		"InfinityB":    func(pk *provingKey) { pk.InfinityB = pk.InfinityB[1:] },
		"a commitment": func(pk *provingKey) { pk.CommitmentKeys = pk.CommitmentKeys[1:] },
		"a basis": func(pk *provingKey) {
			pk.CommitmentKeys = slices.Clone(pk.CommitmentKeys)
			pk.CommitmentKeys[0].Basis = nil
		},
		"the other basis": func(pk *provingKey) {
			pk.CommitmentKeys = slices.Clone(pk.CommitmentKeys)
			pk.CommitmentKeys[0].BasisExpSigma = nil
		},
		"a longer A": func(pk *provingKey) {
			pk.G1.A = append(slices.Clip(pk.G1.A), pk.G1.A...)
		},
		"the infinities of A": func(pk *provingKey) { pk.NbInfinityA++ },
		"the infinities of B, and B": func(pk *provingKey) {
			pk.NbInfinityB++
			pk.G1.B, pk.G2.B = pk.G1.B[1:], pk.G2.B[1:]
		},
		"a domain that is no power of two": func(pk *provingKey) {
			n := pk.Domain.Cardinality + pk.Domain.Cardinality/2
			pk.G1.Z = slices.Repeat(pk.G1.Z, 2)[:n-1]
			pk.Domain.Cardinality = n
		},
		"the domain": func(pk *provingKey) {
			pk.Domain.Cardinality /= 2
			pk.G1.Z = pk.G1.Z[:pk.Domain.Cardinality-1]
		},
	} {
		t.Run(name, func(t *testing.T) {
			pk := whole
			damage(&pk)
			_, err := accelerated.Prove(i.CCS, &pk, i.Full)
			if !errors.Is(err, accelerated.ErrKeyMismatch) {
				t.Errorf("got %v", err)
			}
		})
	}
}
