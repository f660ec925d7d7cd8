package plonk_test

import (
	"bytes"
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha512"
	"errors"
	"fmt"
	"hash"
	"slices"
	"sync"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	plonk_bls12381 "github.com/consensys/gnark/backend/plonk/bls12-381"
	plonk_bn254 "github.com/consensys/gnark/backend/plonk/bn254"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	cs_bn254 "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/plonk/testscheme"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

// scheme is what the tests are about.
var scheme = &testscheme.PLONK

func TestSameProofAsGnark(t *testing.T) { scheme.SameProofAsGnark(t, wantGnarksProof) }
func TestEveryCurve(t *testing.T)       { scheme.EveryCurve(t, wantGnarksProof) }
func TestCatalogue(t *testing.T)        { scheme.Catalogue(t, wantGnarksProof) }

func TestSameProofObject(t *testing.T)            { scheme.SameProofObject(t) }
func TestNoOtherRandomness(t *testing.T)          { scheme.NoOtherRandomness(t) }
func TestFailingRandomness(t *testing.T)          { scheme.FailingRandomness(t) }
func TestHashToField(t *testing.T)                { scheme.HashToField(t) }
func TestCallersOptionsAreLeftAlone(t *testing.T) { scheme.CallersOptionsAreLeftAlone(t) }
func TestSolverHints(t *testing.T)                { scheme.SolverHints(t) }
func TestInvalidWitness(t *testing.T)             { scheme.InvalidWitness(t) }
func TestInvalidOption(t *testing.T)              { scheme.InvalidOption(t) }
func TestConcurrentProofs(t *testing.T)           { scheme.ConcurrentProofs(t) }
func TestSolvers(t *testing.T)                    { scheme.Solvers(t) }
func TestCancelled(t *testing.T)                  { scheme.Cancelled(t) }
func TestContexts(t *testing.T)                   { scheme.Contexts(t) }
func TestIndependentCommitments(t *testing.T)     { scheme.IndependentCommitments(t) }

// wantGnarksProof makes proofs with both provers, from the same randomness, and verifies them.
// Before the proofs it compares the transcripts, which say where a difference begins.
func wantGnarksProof(t *testing.T, i *testscheme.Instance) {
	t.Helper()
	for _, opts := range [][]backend.ProverOption{nil, {backend.WithStatisticalZeroKnowledge()}} {
		var wantBook, gotBook notebook
		want := scheme.Fixed(t, plonk.Prove, i, append(opts, wantBook.option())...)
		got := scheme.Fixed(t, accelerated.Prove, i, append(opts, gotBook.option())...)
		for j, line := range wantBook.lines() {
			if j >= len(gotBook.lines()) || gotBook.lines()[j] != line {
				t.Fatalf("the transcripts part at line %d of %d, gnark's %s", j,
					len(wantBook.lines()), line)
			}
		}
		if !bytes.Equal(scheme.Raw(t, got), scheme.Raw(t, want)) {
			t.Errorf("not gnark's proof:\n%x\n%x", scheme.Raw(t, got), scheme.Raw(t, want))
		}
		scheme.WantVerified(t, i, got)
	}
}

// notebook is a hash for challenges that writes down what it hashes. It has what each challenge
// binds, and the challenge.
type notebook struct {
	mu   sync.Mutex
	book []string
}

func (n *notebook) option() backend.ProverOption {
	return backend.WithProverChallengeHashFunction(&noting{sha256.New(), n})
}

func (n *notebook) lines() []string { return n.book }

func (n *notebook) note(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.book = append(n.book, fmt.Sprintf(format, args...))
}

type noting struct {
	hash.Hash
	book *notebook
}

func (h *noting) Write(p []byte) (int, error) {
	h.book.note("binds %x", p)
	return h.Hash.Write(p)
}

func (h *noting) Sum(p []byte) []byte {
	sum := h.Hash.Sum(p)
	h.book.note("gives %x", sum)
	return sum
}

// TestSolidityBytes compares what the verifier in Solidity is given.
func TestSolidityBytes(t *testing.T) {
	for _, name := range []string{"cubic", "commitment to both"} {
		i := scheme.Shared(t, name)
		var bytes [2][]byte
		for j, prover := range []hookstest.Prover[plonk.ProvingKey, plonk.Proof]{
			plonk.Prove, accelerated.Prove,
		} {
			bytes[j] = scheme.Fixed(t, prover, i).(*plonk_bn254.Proof).MarshalSolidity()
		}
		if !slices.Equal(bytes[0], bytes[1]) {
			t.Errorf("%s: not what gnark's prover gives the contract", name)
		}
	}
}

// TestHashesOfTheTranscript uses other hashes for the challenges and for the folding of openings.
func TestHashesOfTheTranscript(t *testing.T) {
	i := scheme.Shared(t, "commitment to both")
	scheme.AttachFor(t, i.PK, hookstest.Engine(t))
	options := []backend.ProverOption{
		backend.WithProverChallengeHashFunction(sha512.New()),
		backend.WithProverKZGFoldingHashFunction(md5.New()),
	}
	want := scheme.Fixed(t, plonk.Prove, i, options...)
	got := scheme.Fixed(t, accelerated.Prove, i, options...)
	if !bytes.Equal(scheme.Raw(t, got), scheme.Raw(t, want)) {
		t.Error("not gnark's proof")
	}
	scheme.WantVerified(t, i, got, backend.WithVerifierChallengeHashFunction(sha512.New()),
		backend.WithVerifierKZGFoldingHashFunction(md5.New()))
	if err := plonk.Verify(got, i.VK, i.Public); err == nil {
		t.Error("verified with other hashes than it was made with")
	}
}

func TestInvalidArguments(t *testing.T) {
	i := scheme.Shared(t, "cubic")
	quadratic, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, &circuits.Cubic{})
	if err != nil {
		t.Fatal(err)
	}
	other, err := frontend.Compile(ecc.BLS12_381.ScalarField(), scs.NewBuilder, &circuits.Cubic{})
	if err != nil {
		t.Fatal(err)
	}
	scheme.InvalidArguments(t, []hookstest.Argument[plonk.ProvingKey]{
		{
			Name: "nil system", CCS: (*cs_bn254.SparseR1CS)(nil), PK: i.PK, Full: i.Full,
			Want: accelerated.ErrInvalidInput,
		},
		{
			Name: "nil key", CCS: i.CCS, PK: (*plonk_bn254.ProvingKey)(nil), Full: i.Full,
			Want: accelerated.ErrInvalidInput,
		},
		{
			Name: "a system of Groth16's", CCS: quadratic, PK: i.PK, Full: i.Full,
			Want: accelerated.ErrInvalidInput,
		},
		{Name: "a key of another curve", CCS: i.CCS, PK: &plonk_bls12381.ProvingKey{},
			Full: i.Full, Want: accelerated.ErrKeyMismatch, Text: "bls12_381"},
		{Name: "a witness over another field", CCS: other, PK: &plonk_bls12381.ProvingKey{},
			Full: i.Full, Want: witness.ErrInvalidWitness, Text: "bls12_381"},
		{Name: "a curve without a prover", CCS: foreignSystem{}, PK: foreignKey{},
			Full: i.Full, Want: accelerated.ErrCurveNotSupported, Text: "grumpkin"},
		{
			Name: "an empty key", CCS: i.CCS, PK: &plonk_bn254.ProvingKey{}, Full: i.Full,
			Want: accelerated.ErrInvalidInput,
		},
	}...)
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

// foreignSystem and foreignKey are over a curve that nobody proves on with PLONK.
type (
	foreignSystem struct{ constraint.ConstraintSystem }
	foreignKey    struct{ plonk.ProvingKey }
)

func (foreignSystem) CurveID() ecc.ID { return ecc.GRUMPKIN }
func (foreignKey) CurveID() ecc.ID    { return ecc.GRUMPKIN }
