package plonk_test

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"errors"
	"fmt"
	"hash"
	"io"
	"reflect"
	"slices"
	"strings"
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
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

// engine opens an engine that sends MSMs of every size to its device, if there is one: so these tests run the device's
// path wherever they are built with the tag cuda and find a driver. It keeps few multiples of the bases, because an
// emulated device takes its time to compute them.
func engine(t testing.TB, opts ...accel.Option) *accel.Engine {
	t.Helper()
	e, err := accel.Open(append([]accel.Option{accel.WithMinSize(1), accel.WithPrecompute(accel.PrecomputeFactor(4))}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// attach attaches a key for the time of a test.
func attach(t testing.TB, pk plonk.ProvingKey, e *accel.Engine) {
	t.Helper()
	if err := accelerated.Attach(pk, accelerated.WithEngine(e)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := accelerated.Release(pk); err != nil {
			t.Error(err)
		}
	})
}

// stream replaces the system's randomness, until restore is called, with one that begins the same every time.
func stream(seed string) (restore func()) {
	system := rand.Reader
	rand.Reader = &counter{seed: seed}
	return func() { rand.Reader = system }
}

// counter is SHA-256 in counter mode.
type counter struct {
	mu   sync.Mutex
	seed string
	n    int
	rest []byte
}

func (c *counter) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.rest) < len(p) {
		block := sha256.Sum256([]byte(c.seed + strings.Repeat("+", c.n)))
		c.rest = append(c.rest, block[:]...)
		c.n++
	}
	copy(p, c.rest)
	c.rest = c.rest[len(p):]
	return len(p), nil
}

// constant replaces the system's randomness by one value, whoever draws it and when: gnark draws the blinding of
// commitments while it draws that of the wires.
func constant(seed string) (restore func()) {
	system := rand.Reader
	rand.Reader = repeated(sha256.Sum256([]byte(seed)))
	return func() { rand.Reader = system }
}

type repeated [32]byte

// Read gives a number below every field's modulus, at whichever end its highest byte stands: others are drawn again.
func (r repeated) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r[i%len(r)]
	}
	p[0], p[len(p)-1] = 0, 0
	return len(p), nil
}

// prover is gnark's signature.
type prover func(constraint.ConstraintSystem, plonk.ProvingKey, witness.Witness, ...backend.ProverOption) (plonk.Proof, error)

// raw returns the bytes of a proof.
func raw(t *testing.T, proof plonk.Proof) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := proof.WriteRawTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// fixed makes a proof from one fixed stream of randomness.
func fixed(t *testing.T, prover prover, i *instance, opts ...backend.ProverOption) plonk.Proof {
	t.Helper()
	if len(i.ccs.GetCommitments().CommitmentIndexes()) > 0 {
		defer constant(i.name)()
	} else {
		defer stream(i.name)()
	}
	proof, err := prover(i.ccs, i.pk, i.full, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return proof
}

func verify(t *testing.T, i *instance, proof plonk.Proof, opts ...backend.VerifierOption) {
	t.Helper()
	if err := plonk.Verify(proof, i.vk, i.public, opts...); err != nil {
		t.Error(err)
	}
}

func TestSameProofAsGnark(t *testing.T) {
	e := engine(t)
	for _, example := range examples {
		t.Run(example.name, func(t *testing.T) {
			i := shared(t, example.name)
			attach(t, i.pk, e)
			expectGnarksProof(t, i)
		})
	}
}

func TestEveryCurve(t *testing.T) {
	e := engine(t)
	for _, curve := range []ecc.ID{ecc.BLS12_377, ecc.BLS12_381, ecc.BW6_761} { // BN254 is what the other tests use
		for _, name := range []string{"cubic", "commitment to both"} {
			t.Run(curve.String()+" "+name, func(t *testing.T) {
				i := setOn(t, curve, named(t, name))
				attach(t, i.pk, e)
				expectGnarksProof(t, i)
				foreign := shared(t, name)
				if _, err := accelerated.Prove(i.ccs, foreign.pk, i.full); !errors.Is(err, accelerated.ErrKeyMismatch) {
					t.Errorf("a key over BN254: got %v", err)
				}
				if _, err := accelerated.Prove(i.ccs, i.pk, foreign.full); !errors.Is(err, witness.ErrInvalidWitness) {
					t.Errorf("a witness over BN254: got %v", err)
				}
			})
		}
	}
}

// expectGnarksProof makes a proof with both provers, from the same randomness, and verifies it.
func expectGnarksProof(t *testing.T, i *instance) {
	t.Helper()
	for _, opts := range [][]backend.ProverOption{nil, {backend.WithStatisticalZeroKnowledge()}} {
		var wantBook, gotBook notebook
		want := fixed(t, plonk.Prove, i, append(opts, wantBook.option())...)
		got := fixed(t, accelerated.Prove, i, append(opts, gotBook.option())...)
		for j, line := range wantBook.lines() {
			if j >= len(gotBook.lines()) || gotBook.lines()[j] != line {
				t.Fatalf("the transcripts part at line %d of %d, gnark's %s", j, len(wantBook.lines()), line)
			}
		}
		if !bytes.Equal(raw(t, got), raw(t, want)) {
			t.Errorf("not gnark's proof:\n%x\n%x", raw(t, got), raw(t, want))
		}
		verify(t, i, got)
	}
}

// notebook is a hash for challenges that writes down what it hashes: what each challenge binds, and the challenge.
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
		i := shared(t, name)
		var bytes [2][]byte
		for j, prover := range []prover{plonk.Prove, accelerated.Prove} {
			bytes[j] = fixed(t, prover, i).(*plonk_bn254.Proof).MarshalSolidity()
		}
		if !slices.Equal(bytes[0], bytes[1]) {
			t.Errorf("%s: not what gnark's prover gives the contract", name)
		}
	}
}

// TestHashesOfTheTranscript uses other hashes for the challenges and for the folding of openings.
func TestHashesOfTheTranscript(t *testing.T) {
	i := shared(t, "commitment to both")
	attach(t, i.pk, engine(t))
	options := []backend.ProverOption{backend.WithProverChallengeHashFunction(sha512.New()), backend.WithProverKZGFoldingHashFunction(md5.New())}
	want, got := fixed(t, plonk.Prove, i, options...), fixed(t, accelerated.Prove, i, options...)
	if !bytes.Equal(raw(t, got), raw(t, want)) {
		t.Error("not gnark's proof")
	}
	verify(t, i, got, backend.WithVerifierChallengeHashFunction(sha512.New()), backend.WithVerifierKZGFoldingHashFunction(md5.New()))
	if err := plonk.Verify(got, i.vk, i.public); err == nil {
		t.Error("verified with other hashes than it was made with")
	}
}

// TestSameProofObject compares what bytes do not show, such as a nil slice where gnark has an empty one.
func TestSameProofObject(t *testing.T) {
	for _, name := range []string{"cubic", "several commitments"} {
		i := shared(t, name)
		want := fixed(t, plonk.Prove, i)
		if got := fixed(t, accelerated.Prove, i); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %#v, gnark has %#v", name, got, want)
		}
	}
}

// TestNoOtherRandomness makes sure that a proof draws what gnark draws and nothing else.
func TestNoOtherRandomness(t *testing.T) {
	i := shared(t, "several commitments")
	next := func(prover prover) []byte {
		defer stream("a stream")()
		if _, err := prover(i.ccs, i.pk, i.full); err != nil {
			t.Fatal(err)
		}
		var after [16]byte
		if _, err := io.ReadFull(rand.Reader, after[:]); err != nil {
			t.Fatal(err)
		}
		return after[:]
	}
	if !bytes.Equal(next(accelerated.Prove), next(plonk.Prove)) {
		t.Error("the stream of randomness is at another place than after gnark's proof")
	}
}

func TestProofsDiffer(t *testing.T) {
	i := shared(t, "cubic")
	attach(t, i.pk, engine(t))
	var seen [][]byte
	for range 3 {
		proof, err := accelerated.Prove(i.ccs, i.pk, i.full)
		if err != nil {
			t.Fatal(err)
		}
		verify(t, i, proof)
		bytes := raw(t, proof)
		if slices.ContainsFunc(seen, func(other []byte) bool { return slices.Equal(other, bytes) }) {
			t.Error("two proofs are equal: the randomness is not random")
		}
		seen = append(seen, bytes)
	}
}

func TestFailingRandomness(t *testing.T) {
	i := shared(t, "cubic")
	system := rand.Reader
	defer func() { rand.Reader = system }()
	failure := errors.New("no entropy")
	rand.Reader = failingReader{failure}
	if proof, err := accelerated.Prove(i.ccs, i.pk, i.full); !errors.Is(err, failure) || proof != nil {
		t.Errorf("got %v, %v", proof, err)
	}
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

// TestHashToField uses a hash that is shorter than a field element and one that is longer.
func TestHashToField(t *testing.T) {
	i := shared(t, "several commitments")
	attach(t, i.pk, engine(t))
	for name, hash := range map[string]func() hash.Hash{"16 bytes": md5.New, "32 bytes": sha256.New, "64 bytes": sha512.New} {
		t.Run(name, func(t *testing.T) {
			ours, err := accelerated.Prove(i.ccs, i.pk, i.full, backend.WithProverHashToFieldFunction(hash()))
			if err != nil {
				t.Fatal(err)
			}
			verify(t, i, ours, backend.WithVerifierHashToFieldFunction(hash()))
			if err := plonk.Verify(ours, i.vk, i.public); err == nil {
				t.Error("verified with another hash than it was made with")
			}
		})
	}
}

func TestCallersOptionsAreLeftAlone(t *testing.T) {
	i := shared(t, "commitment to both")
	called := 0
	mine := solver.OverrideHint(12345, nil)
	options := make([]solver.Option, 1, 4)
	options[0] = func(c *solver.Config) error { called++; return nil }
	options[:2][1] = mine
	if _, err := accelerated.Prove(i.ccs, i.pk, i.full, backend.WithSolverOptions(options...)); err != nil {
		t.Fatal(err)
	}
	if called != 1 {
		t.Errorf("the option was applied %d times", called)
	}
	if reflect.ValueOf(options[:2][1]).Pointer() != reflect.ValueOf(mine).Pointer() || options[:3][2] != nil {
		t.Error("something was written behind the caller's options")
	}
}

func TestSolverHints(t *testing.T) {
	i := set(t, example{"hint", &withHint{}, &withHint{X: 6, Y: 36}, 0})
	sameError(t, i, i.full) // the hint is missing
	proof, err := accelerated.Prove(i.ccs, i.pk, i.full, backend.WithSolverOptions(solver.WithHints(halve)))
	if err != nil {
		t.Fatal(err)
	}
	verify(t, i, proof)

	options := backend.WithSolverOptions(solver.OverrideHint(halveID, cancelled))
	if err := sameError(t, i, i.full, options); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// sameError expects gnark's error, and returns ours.
func sameError(t *testing.T, i *instance, w witness.Witness, opts ...backend.ProverOption) error {
	t.Helper()
	_, want := plonk.Prove(i.ccs, i.pk, w, opts...)
	if want == nil {
		t.Fatal("gnark has no error")
	}
	proof, err := accelerated.Prove(i.ccs, i.pk, w, opts...)
	if err == nil || proof != nil {
		t.Fatalf("got %v, %v; gnark has the error %v", proof, err, want)
	}
	if err.Error() != want.Error() || reflect.TypeOf(err) != reflect.TypeOf(want) {
		t.Errorf("got\n%v\ngnark has\n%v", err, want)
	}
	return err
}

func TestInvalidWitness(t *testing.T) {
	newWitness := func(assignment frontend.Circuit, opts ...frontend.WitnessOption) witness.Witness {
		w, err := frontend.NewWitness(assignment, ecc.BN254.ScalarField(), opts...)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	i := shared(t, "cubic")
	sameError(t, i, newWitness(&cubic{X: 3, Y: 36}))
	sameError(t, i, newWitness(&cubic{Y: 35}, frontend.PublicOnly()))
	sameError(t, i, newWitness(&product{X: 1, Y: 1, Z: 1}))
	i = shared(t, "range checks")
	outside := newRanges()
	outside.X[7] = 1 << 31
	sameError(t, i, newWitness(outside))

	other, err := frontend.NewWitness(&cubic{X: 3, Y: 35}, ecc.BLS12_381.ScalarField())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := accelerated.Prove(i.ccs, i.pk, other); !errors.Is(err, witness.ErrInvalidWitness) {
		t.Errorf("a witness over another field: %v", err)
	}
}

func TestInvalidOption(t *testing.T) {
	i := shared(t, "cubic")
	failure := errors.New("no such option")
	if _, err := accelerated.Prove(i.ccs, i.pk, i.full, func(*backend.ProverConfig) error { return failure }); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
	if _, err := accelerated.Prove(i.ccs, i.pk, i.full, backend.WithSolverOptions(solver.WithNbTasks(-1))); err == nil {
		t.Error("an invalid number of solver tasks was accepted")
	}
}

func TestInvalidArguments(t *testing.T) {
	i, many := shared(t, "cubic"), shared(t, "several commitments")
	quadratic, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, &cubic{})
	if err != nil {
		t.Fatal(err)
	}
	other, err := frontend.Compile(ecc.BLS12_381.ScalarField(), scs.NewBuilder, &cubic{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		ccs  constraint.ConstraintSystem
		pk   plonk.ProvingKey
		full witness.Witness
		want error
		text string
	}{
		{"no system", nil, i.pk, i.full, accelerated.ErrInvalidInput, ""},
		{"no key", i.ccs, nil, i.full, accelerated.ErrInvalidInput, ""},
		{"no witness", i.ccs, i.pk, nil, accelerated.ErrInvalidInput, ""},
		{"nil system", (*cs_bn254.SparseR1CS)(nil), i.pk, i.full, accelerated.ErrInvalidInput, ""},
		{"nil key", i.ccs, (*plonk_bn254.ProvingKey)(nil), i.full, accelerated.ErrInvalidInput, ""},
		{"a system of Groth16's", quadratic, i.pk, i.full, accelerated.ErrInvalidInput, ""},
		{"a key of another curve", i.ccs, &plonk_bls12381.ProvingKey{}, i.full, accelerated.ErrKeyMismatch, "bls12_381"},
		{"a witness over another field", other, &plonk_bls12381.ProvingKey{}, i.full, witness.ErrInvalidWitness, "bls12_381"},
		{"a curve without a prover", foreignSystem{}, foreignKey{}, i.full, accelerated.ErrCurveNotSupported, "grumpkin"},
		{"an empty key", i.ccs, &plonk_bn254.ProvingKey{}, i.full, accelerated.ErrInvalidInput, ""},
		{"another system's key", i.ccs, many.pk, i.full, accelerated.ErrKeyMismatch, ""},
		{"another system's key, the other way round", many.ccs, i.pk, many.full, accelerated.ErrKeyMismatch, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			proof, err := accelerated.Prove(test.ccs, test.pk, test.full)
			if !errors.Is(err, test.want) || proof != nil {
				t.Fatalf("got %v, %v", proof, err)
			}
			if !strings.Contains(err.Error(), test.text) {
				t.Errorf("%q does not say %q", err, test.text)
			}
		})
	}
}

// TestDamagedKeys takes one thing after the other out of a key: an error must come of it, and no panic.
func TestDamagedKeys(t *testing.T) {
	i := set(t, example{"damaged", &manyCommitments{}, newManyCommitments(), 5})
	whole := *i.pk.(*plonk_bn254.ProvingKey)
	verifying := *whole.Vk
	for name, damage := range map[string]func(pk *plonk_bn254.ProvingKey){
		"the points":                  func(pk *plonk_bn254.ProvingKey) { pk.Kzg.G1 = pk.Kzg.G1[1:] },
		"all points":                  func(pk *plonk_bn254.ProvingKey) { pk.Kzg.G1 = nil },
		"the points in Lagrange form": func(pk *plonk_bn254.ProvingKey) { pk.KzgLagrange.G1 = pk.KzgLagrange.G1[1:] },
		"a commitment":                func(pk *plonk_bn254.ProvingKey) { pk.Vk.Qcp = pk.Vk.Qcp[1:] },
		"a public input":              func(pk *plonk_bn254.ProvingKey) { pk.Vk.NbPublicVariables-- },
		"half of the domain":          func(pk *plonk_bn254.ProvingKey) { pk.Vk.Size /= 2 },
	} {
		t.Run(name, func(t *testing.T) {
			pk, vk := whole, verifying
			pk.Vk = &vk
			damage(&pk)
			if _, err := accelerated.Prove(i.ccs, &pk, i.full); !errors.Is(err, accelerated.ErrKeyMismatch) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestConcurrentProofs proves with one key and one system from many goroutines; the solver's hints then run
// concurrently too.
func TestConcurrentProofs(t *testing.T) {
	e := engine(t)
	for _, name := range []string{"zeros and ones", "several commitments"} {
		i := shared(t, name)
		attach(t, i.pk, e)
		var provers sync.WaitGroup
		for range 6 {
			provers.Go(func() {
				proof, err := accelerated.Prove(i.ccs, i.pk, i.full)
				if err != nil {
					t.Error(err)
					return
				}
				verify(t, i, proof)
			})
		}
		provers.Wait()
	}
}
