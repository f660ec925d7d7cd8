package kzgtest

import (
	"hash"
	"math/big"
	"reflect"
	"sync"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// size is the number of points of the SRS that the tests use. It is no power of two, and few for an
// emulated device.
const size = 40

// Scheme is the commitment scheme of a curve, as a package accel/<curve>/kzg and gnark-crypto have
// it. E is a scalar and S a pointer to one, D is a digest, O an opening proof, and B an opening
// proof of a batch.
type Scheme[E comparable, S sample.Scalar[E], D, O comparable, B any] struct {
	// NewSRS returns gnark-crypto's scheme over an SRS of n points with a known secret. See [Over].
	NewSRS func(n uint64, secret *big.Int) (SRS[E, D, O, B], error)
	// Empty is gnark-crypto's scheme over no points.
	Empty SRS[E, D, O, B]
	// Multiple returns k times the generator.
	Multiple func(k *big.Int) D

	// OpenWith and BatchOpenWith are the package's functions that open with any committer.
	OpenWith      func(commit Committer[E, D], p []E, point E) (O, error)
	BatchOpenWith func(commit Committer[E, D], polynomials [][]E, digests []D, point E,
		hf hash.Hash, data ...[]byte) (B, error)
	// Fold and FoldingChallenge are the package's functions for the steps of a batch opening.
	Fold             func(polynomials [][]E, gamma E) []E
	FoldingChallenge func(point E, digests []D, values []E, hf hash.Hash,
		data ...[]byte) (E, error)

	// Quotient returns the commitment in a proof.
	Quotient func(O) D
	// Parts returns the commitment and the claimed values in a proof of a batch.
	Parts func(B) (quotient D, values []E)

	// ErrInvalidInput is the package's sentinel, and ErrNoDigests is gnark-crypto's.
	ErrInvalidInput, ErrNoDigests error

	once   sync.Once
	shared SRS[E, D, O, B]
	err    error
}

// Committer commits to a polynomial.
type Committer[E, D any] = func(p []E) (D, error)

// Prover commits and opens over the points of an SRS.
type Prover[E, D, O, B any] interface {
	Commit(p []E) (D, error)
	Open(p []E, point E) (O, error)
	BatchOpenSinglePoint(polynomials [][]E, digests []D, point E, hf hash.Hash,
		data ...[]byte) (B, error)
}

// Key is a key on an engine, as ProvingKey of a package accel/<curve>/kzg is.
type Key[E, D, O, B any] interface {
	Prover[E, D, O, B]
	OnDevice() bool
	Close() error
}

// SRS is gnark-crypto's scheme over the points of an SRS.
type SRS[E, D, O, B any] interface {
	Prover[E, D, O, B]
	Verify(digest *D, proof *O, point E) error
	BatchVerifySinglePoint(digests []D, proof *B, point E, hf hash.Hash, data ...[]byte) error
	// Lagrange returns the scheme over the Lagrange form of the first n points.
	Lagrange(n int) (SRS[E, D, O, B], error)
	// Load loads the points as a key of the package.
	Load(e *accel.Engine) (Key[E, D, O, B], error)
}

// secret returns the secret of the SRS that the tests use.
func (s *Scheme[E, S, D, O, B]) secret() E { return s.random(1) }

// srs returns the SRS that the tests use, which is made once.
func (s *Scheme[E, S, D, O, B]) srs(t *testing.T) SRS[E, D, O, B] {
	t.Helper()
	s.once.Do(func() {
		secret := s.secret()
		s.shared, s.err = s.NewSRS(size, S(&secret).BigInt(new(big.Int)))
	})
	if s.err != nil {
		t.Fatal(s.err)
	}
	return s.shared
}

// onEngines runs a test on the CPU and, if there is one, on a device. The device's engine is strict
// so that nothing else can have computed.
func onEngines(t *testing.T, test func(t *testing.T, e *accel.Engine)) {
	t.Run("CPU", func(t *testing.T) {
		e, err := accel.Open(accel.WithoutDevice())
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		test(t, e)
	})
	t.Run("device", func(t *testing.T) {
		// The fewest multiples: an emulated device takes its time to compute them.
		test(t, devicetest.Open(t, accel.WithStrict(), accel.WithPrecompute(accel.PrecomputeNone)))
	})
}

// load loads a key that is closed at the end of the test.
func (s *Scheme[E, S, D, O, B]) load(t *testing.T, e *accel.Engine,
	srs SRS[E, D, O, B]) Key[E, D, O, B] {
	t.Helper()
	key, err := srs.Load(e)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := key.Close(); err != nil {
			t.Error(err)
		}
	})
	return key
}

// element returns v as a scalar.
func (s *Scheme[E, S, D, O, B]) element(v uint64) E { return *S(new(E)).SetUint64(v) }

// random returns the scalar of a seed.
func (s *Scheme[E, S, D, O, B]) random(seed uint64) E { return sample.Random[E, S](seed, 1)[0] }

// polynomial returns n random coefficients.
func (s *Scheme[E, S, D, O, B]) polynomial(n int) []E {
	return sample.Random[E, S](uint64(n), n)
}

// polynomials returns one with each number of coefficients, no two the same.
func (s *Scheme[E, S, D, O, B]) polynomials(sizes ...int) [][]E {
	all := make([][]E, len(sizes))
	for i, n := range sizes {
		all[i] = s.polynomial(n)
		for j := range all[i] {
			c, number := S(&all[i][j]), s.element(uint64(i))
			c.Mul(&all[i][j], &all[i][j])
			c.Add(&all[i][j], &number)
		}
	}
	return all
}

// same compares a result and an error with gnark-crypto's.
func same[T any](t *testing.T, got T, err error, want T, wantErr error) {
	t.Helper()
	if err != wantErr {
		t.Fatalf("error: %v, gnark-crypto's: %v", err, wantErr)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, gnark-crypto: %+v", got, want)
	}
}
