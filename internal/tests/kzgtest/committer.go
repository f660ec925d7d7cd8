package kzgtest

import (
	"crypto/sha256"
	"errors"
	"hash"
	"math/big"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// testCommitter opens polynomials of several chunks with a committer that needs no SRS: it knows
// the secret.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) testCommitter(t *testing.T) {
	_, vk := s.srs(t)
	secret := s.secret()
	commit := func(p []E) (D, error) {
		var value E
		for i := len(p) - 1; i >= 0; i-- {
			s.Scalars.Mul(&value, &value, &secret)
			s.Scalars.Add(&value, &value, &p[i])
		}
		return *s.Multiple(new(D), s.Scalars.BigInt(&value, new(big.Int))), nil
	}
	point := s.random(4)
	all := s.polynomials(3000, 1025, 4100)
	digests := make([]D, len(all))
	for i, p := range all {
		digests[i], _ = commit(p)
		proof, err := s.OpenWith(commit, p, point)
		devicetest.NoError(t, err)
		if err := s.Verify(&digests[i], &proof, point, vk); err != nil {
			t.Errorf("%d coefficients: %v", len(p), err)
		}
	}
	proof, err := s.BatchOpenWith(commit, all, digests, point, sha256.New(),
		[]byte("data"))
	devicetest.NoError(t, err)
	devicetest.NoError(t, s.BatchVerify(digests, &proof, point, sha256.New(), vk, []byte("data")))
}

// brokenHash cannot be written to.
type brokenHash struct{ hash.Hash }

var errBroken = errors.New("not today")

func (brokenHash) Write([]byte) (int, error) { return 0, errBroken }

// testErrors expects the errors of a hash and of a committer. It expects errors for input that
// gnark-crypto does not survive.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) testErrors(t *testing.T) {
	srs, _ := s.srs(t)
	pk := s.load(t, nil, srs) // on the default engine
	broken := func([]E) (none D, err error) { return none, errBroken }
	one, digest, point := s.polynomials(3), make([]D, 1), s.element(1)
	_, noPolynomials := pk.BatchOpenSinglePoint(nil, nil, point, sha256.New())
	_, noHash := pk.BatchOpenSinglePoint(one, digest, point, nil)
	_, hashFails := pk.BatchOpenSinglePoint(one, digest, point, brokenHash{sha256.New()})
	_, noCommitter := s.OpenWith(nil, one[0], point)
	_, noneOfBatch := s.BatchOpenWith(nil, one, digest, point, sha256.New())
	_, committerFails := s.OpenWith(broken, one[0], point)
	_, failsInBatch := s.BatchOpenWith(broken, one, digest, point, sha256.New())
	for name, test := range map[string]struct{ got, want error }{
		"no polynomials":               {noPolynomials, s.ErrNoDigests},
		"no hash":                      {noHash, s.ErrInvalidInput},
		"a hash that fails":            {hashFails, errBroken},
		"no committer":                 {noCommitter, s.ErrInvalidInput},
		"no committer of a batch":      {noneOfBatch, s.ErrInvalidInput},
		"a committer that fails":       {committerFails, errBroken},
		"one that fails under a batch": {failsInBatch, errBroken},
	} {
		if !errors.Is(test.got, test.want) {
			t.Errorf("%s: %v", name, test.got)
		}
	}
}
