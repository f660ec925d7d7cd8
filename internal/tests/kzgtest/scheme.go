package kzgtest

import (
	"hash"
	"io"
	"math/big"
	"reflect"
	"sync"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// size is the number of points of the SRS that the tests use. It is no power of two, and few for an
// emulated device.
const size = 40

// Scheme is the commitment scheme of a curve, of gnark-crypto and a package accel/<curve>/kzg. E is
// a scalar, D a digest, O an opening proof, and B one of a batch. P and V are the keys of an SRS R.
// K is a key on an engine, and C the package's Committer.
type Scheme[E, D, O comparable, B, P, V, R any,
	K Key[E, D, O, B], C ~func([]E) (D, error)] struct {
	// Functions of gnark-crypto.
	Scalars *curve.Field[E]

	NewSRS    func(n uint64, secret *big.Int) (*R, error)
	Commit    func(p []E, pk P, nbTasks ...int) (D, error)
	Open      func(p []E, point E, pk P) (O, error)
	BatchOpen func(polynomials [][]E, digests []D, point E, hf hash.Hash, pk P,
		data ...[]byte) (B, error)
	Verify      func(digest *D, proof *O, point E, vk V) error
	BatchVerify func(digests []D, proof *B, point E, hf hash.Hash, vk V, data ...[]byte) error
	ToLagrange  func(points []D) ([]D, error)
	// Multiple sets a point to k times the generator.
	Multiple     func(to *D, k *big.Int) *D
	ErrNoDigests error

	// Keys and Points are parts of an SRS, Quotient and Parts are parts of proofs.
	Keys     func(*R) (*P, *V)
	Points   func(*P) *[]D
	Quotient func(O) D
	Parts    func(B) (quotient D, values []E)

	// Functions of the package.
	Load          func(*accel.Engine, P) (K, error)
	OpenWith      func(commit C, p []E, point E) (O, error)
	BatchOpenWith func(commit C, polynomials [][]E, digests []D, point E, hf hash.Hash,
		data ...[]byte) (B, error)
	Fold             func(polynomials [][]E, gamma E) []E
	FoldingChallenge func(point E, digests []D, values []E, hf hash.Hash,
		data ...[]byte) (E, error)
	ToLagrangeG1    func(points []D) ([]D, error)
	ReadSRS         func(*accel.Engine, io.Reader, *R) (int64, error)
	ReadProvingKey  func(*accel.Engine, io.Reader, *P) (int64, error)
	ErrInvalidInput error

	once sync.Once
	pk   P // of the SRS that the tests use
	vk   V
	err  error
}

// Key is a key on an engine, as ProvingKey of a package accel/<curve>/kzg is.
type Key[E, D, O, B any] interface {
	Commit(p []E) (D, error)
	Open(p []E, point E) (O, error)
	BatchOpenSinglePoint(polynomials [][]E, digests []D, point E, hf hash.Hash,
		data ...[]byte) (B, error)
	OnDevice() bool
	Close() error
}

// Run runs all tests of the scheme but [Scheme.Close]. That one runs under the race detector, too.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) Run(t *testing.T) {
	for _, test := range []struct {
		name string
		run  func(*testing.T)
	}{
		{"Commit", s.testCommit},
		{"Open", s.testOpen},
		{"BatchOpen", s.testBatchOpen},
		{"BatchOpeningInSteps", s.testBatchOpeningInSteps},
		{"Committer", s.testCommitter},
		{"Errors", s.testErrors},
		{"SumsRunOnTheDevice", s.testSumsRunOnTheDevice},
		{"ReadSRS", s.testReadSRS},
		{"ReadProvingKey", s.testReadProvingKey},
		{"ToLagrangeG1", s.testToLagrangeG1},
	} {
		t.Run(test.name, test.run)
	}
}

// secret returns the secret of the SRS that the tests use.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) secret() E { return s.random(1) }

// srs returns the keys of the SRS that the tests use, which is made once.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) srs(t *testing.T) (P, V) {
	t.Helper()
	s.once.Do(func() {
		secret := s.secret()
		var srs *R
		if srs, s.err = s.NewSRS(size, s.Scalars.BigInt(&secret, new(big.Int))); s.err == nil {
			pk, vk := s.Keys(srs)
			s.pk, s.vk = *pk, *vk
		}
	})
	if s.err != nil {
		t.Fatal(s.err)
	}
	return s.pk, s.vk
}

// onEngines runs a test on the CPU and, if there is one, on a device. The device's engine is strict
// so that nothing else can have computed.
func onEngines(t *testing.T, test func(t *testing.T, e *accel.Engine)) {
	t.Run("CPU", func(t *testing.T) {
		e, err := accel.Open(accel.WithoutDevice())
		devicetest.NoError(t, err)
		defer e.Close()
		test(t, e)
	})
	t.Run("device", func(t *testing.T) {
		// The fewest multiples: an emulated device takes its time to compute them.
		test(t, devicetest.Open(t, accel.WithStrict(), accel.WithPrecompute(accel.PrecomputeNone)))
	})
}

// load loads a key that is closed at the end of the test.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) load(t *testing.T, e *accel.Engine, pk P) K {
	t.Helper()
	key, err := s.Load(e, pk)
	devicetest.NoError(t, err)
	devicetest.AtEnd(t, key.Close)
	return key
}

// element returns v as a scalar.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) element(v uint64) E {
	return s.Scalars.Number(v)
}

// random returns the scalar of a seed.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) random(seed uint64) E {
	return sample.Random(s.Scalars, seed, 1)[0]
}

// polynomial returns n random coefficients.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) polynomial(n int) []E {
	return sample.Random(s.Scalars, uint64(n), n)
}

// polynomials returns one with each number of coefficients, no two the same.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) polynomials(sizes ...int) [][]E {
	all := make([][]E, len(sizes))
	for i, n := range sizes {
		all[i] = s.polynomial(n)
		for j := range all[i] {
			c, number := &all[i][j], s.element(uint64(i))
			s.Scalars.Add(c, s.Scalars.Mul(c, c, c), &number)
		}
	}
	return all
}

// same compares a result and an error with gnark-crypto's. Its oldest version refuses polynomials
// without coefficients, and so the openings of constants, which ours makes.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) same(
	t *testing.T, got any, err error, want any, wantErr error,
) {
	t.Helper()
	srs, _ := s.srs(t)
	if _, refused := s.Commit(nil, srs); err == nil && wantErr != nil && wantErr == refused {
		t.Skip("this gnark-crypto refuses polynomials without coefficients")
	}
	if err != wantErr {
		t.Fatalf("error: %v, gnark-crypto's: %v", err, wantErr)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, gnark-crypto: %+v", got, want)
	}
}
