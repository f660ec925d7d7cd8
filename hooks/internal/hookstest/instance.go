package hookstest

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/randomness"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// Instance is a compiled example with keys of its own and its witness.
type Instance[PK, VK any] struct {
	circuits.Example
	CCS          constraint.ConstraintSystem
	PK           PK
	VK           VK
	Full, Public witness.Witness
}

// Make compiles an example for BN254 and makes keys for it.
func (s *Scheme[PK, VK, P]) Make(t testing.TB, e circuits.Example) *Instance[PK, VK] {
	t.Helper()
	return s.MakeOn(t, ecc.BN254, e)
}

// MakeOn compiles an example for a curve and makes keys for it.
func (s *Scheme[PK, VK, P]) MakeOn(
	t testing.TB, curve ecc.ID, e circuits.Example,
) *Instance[PK, VK] {
	t.Helper()
	i, err := s.newInstance(curve, e)
	devicetest.NoError(t, err)
	return i
}

func (s *Scheme[PK, VK, P]) newInstance(
	curve ecc.ID, e circuits.Example,
) (*Instance[PK, VK], error) {
	i := &Instance[PK, VK]{Example: e}
	var errs [5]error
	i.CCS, errs[0] = frontend.Compile(curve.ScalarField(), s.Builder, e.Circuit)
	if errs[0] != nil {
		return nil, errs[0]
	}
	i.PK, i.VK, errs[1] = s.Setup(i.CCS)
	i.Full, errs[2] = frontend.NewWitness(e.Assignment, curve.ScalarField())
	if errs[2] == nil {
		i.Public, errs[3] = i.Full.Public()
	}
	got := len(i.CCS.GetCommitments().CommitmentIndexes())
	if e.Commitments != circuits.AnyCommitments && got != e.Commitments {
		errs[4] = errors.New("not the number of commitments that the example announces")
	}
	return i, errors.Join(errs[:]...)
}

func assigned(
	t testing.TB, assignment frontend.Circuit, opts ...frontend.WitnessOption,
) witness.Witness {
	t.Helper()
	w, err := frontend.NewWitness(assignment, ecc.BN254.ScalarField(), opts...)
	devicetest.NoError(t, err)
	return w
}

// queue returns a channel that has the witnesses, and is closed behind them.
func queue(witnesses ...witness.Witness) <-chan witness.Witness {
	c := make(chan witness.Witness, len(witnesses))
	for _, w := range witnesses {
		c <- w
	}
	close(c)
	return c
}

// Named returns an example of the scheme.
func (s *Scheme[PK, VK, P]) Named(t testing.TB, name string) circuits.Example {
	t.Helper()
	at := slices.IndexFunc(s.Examples, func(e circuits.Example) bool { return e.Name == name })
	if at < 0 {
		t.Fatalf("no example %q", name)
	}
	return s.Examples[at]
}

// sharedInstances has the instances that tests share, by their schemes' names and their own.
var sharedInstances sync.Map

// Shared returns an instance over BN254 that tests share, whose key must not be modified.
func (s *Scheme[PK, VK, P]) Shared(t testing.TB, name string) *Instance[PK, VK] {
	t.Helper()
	e := s.Named(t, name)
	once := sync.OnceValues(func() (*Instance[PK, VK], error) {
		return s.newInstance(ecc.BN254, e)
	})
	made, _ := sharedInstances.LoadOrStore(s.Name+" "+name, once)
	i, err := made.(func() (*Instance[PK, VK], error))()
	devicetest.NoError(t, err)
	return i
}

// WantVerified expects gnark's verifier to accept a proof.
func (s *Scheme[PK, VK, P]) WantVerified(
	t testing.TB, i *Instance[PK, VK], proof P, opts ...backend.VerifierOption,
) {
	t.Helper()
	if err := s.Verify(proof, i.VK, i.Public, opts...); err != nil {
		t.Error(err)
	}
}

// Prove makes a proof with the hook and expects it to verify.
func (s *Scheme[PK, VK, P]) Prove(
	t testing.TB, i *Instance[PK, VK], opts ...backend.ProverOption,
) P {
	t.Helper()
	proof, err := s.Accelerated(i.CCS, i.PK, i.Full, opts...)
	devicetest.NoError(t, err)
	s.WantVerified(t, i, proof)
	return proof
}

// WantError expects an error in place of a proof.
func (s *Scheme[PK, VK, P]) WantError(
	t testing.TB, i *Instance[PK, VK], want error, opts ...backend.ProverOption,
) {
	t.Helper()
	proof, err := s.Accelerated(i.CCS, i.PK, i.Full, opts...)
	if !errors.Is(err, want) || any(proof) != nil {
		t.Errorf("got %v, %v, expected the error %v", proof, err, want)
	}
}

// Fixed makes a proof from randomness that is the same every time.
func (s *Scheme[PK, VK, P]) Fixed(
	t *testing.T, prover Prover[PK, P], i *Instance[PK, VK], opts ...backend.ProverOption,
) P {
	t.Helper()
	if s.DrawsConcurrently && len(i.CCS.GetCommitments().CommitmentIndexes()) > 0 {
		defer randomness.Constant(i.Name)()
	} else {
		defer randomness.Stream(i.Name)()
	}
	proof, err := prover(i.CCS, i.PK, i.Full, opts...)
	devicetest.NoError(t, err)
	return proof
}

// Raw returns the bytes of a proof.
func (s *Scheme[PK, VK, P]) Raw(t *testing.T, proof P) []byte {
	t.Helper()
	return devicetest.Written(t, proof.WriteRawTo)
}

// WantGnarksProof makes proofs with both provers, from the same randomness, and verifies them.
// Objects differ where gnark has an empty slice and ours is nil, which bytes do not show.
func (s *Scheme[PK, VK, P]) WantGnarksProof(t *testing.T, i *Instance[PK, VK]) {
	t.Helper()
	for _, opts := range append(s.Variants, nil) {
		want, got := s.Fixed(t, s.Gnark, i, opts...), s.Fixed(t, s.Accelerated, i, opts...)
		if !bytes.Equal(s.Raw(t, got), s.Raw(t, want)) || !reflect.DeepEqual(got, want) {
			t.Errorf("not gnark's proof:\n%#v\n%#v", got, want)
		}
		s.WantVerified(t, i, got)
	}
}
