package kzgtest

import (
	"crypto/sha256"
	"errors"
	"hash"
	"math/big"
	"testing"
)

// MissingInput: input that gnark-crypto does not survive gives errors here.
func (s *Scheme[E, S, D, O, B]) MissingInput(t *testing.T) {
	pk := s.load(t, nil, s.srs(t)) // on the default engine
	if _, err := pk.BatchOpenSinglePoint(nil, nil, s.element(1), sha256.New()); !errors.Is(err,
		s.ErrNoDigests) {
		t.Errorf("no polynomials: %v", err)
	}
	one, digest := s.polynomials(3), make([]D, 1)
	if _, err := pk.BatchOpenSinglePoint(one, digest, s.element(1), nil); !errors.Is(err,
		s.ErrInvalidInput) {
		t.Errorf("no hash: %v", err)
	}
	if _, err := s.BatchOpenWith(nil, one, digest, s.element(1),
		sha256.New()); !errors.Is(err, s.ErrInvalidInput) {
		t.Errorf("no committer: %v", err)
	}
	if _, err := s.OpenWith(nil, one[0], s.element(1)); !errors.Is(err,
		s.ErrInvalidInput) {
		t.Errorf("no committer: %v", err)
	}
}

// Committer opens polynomials of several chunks with a committer that needs no SRS: it knows
// the secret.
func (s *Scheme[E, S, D, O, B]) Committer(t *testing.T) {
	srs, secret := s.srs(t), s.secret()
	commit := func(p []E) (D, error) {
		var value E
		for i := len(p) - 1; i >= 0; i-- {
			S(&value).Mul(&value, &secret)
			S(&value).Add(&value, &p[i])
		}
		return s.Multiple(S(&value).BigInt(new(big.Int))), nil
	}
	point := s.random(4)
	all := s.polynomials(3000, 1025, 4100)
	digests := make([]D, len(all))
	for i, p := range all {
		digests[i], _ = commit(p)
		proof, err := s.OpenWith(commit, p, point)
		if err != nil {
			t.Fatal(err)
		}
		if err := srs.Verify(&digests[i], &proof, point); err != nil {
			t.Errorf("%d coefficients: %v", len(p), err)
		}
	}
	proof, err := s.BatchOpenWith(commit, all, digests, point, sha256.New(),
		[]byte("data"))
	if err != nil {
		t.Fatal(err)
	}
	if err := srs.BatchVerifySinglePoint(digests, &proof, point, sha256.New(),
		[]byte("data")); err != nil {
		t.Error(err)
	}
}

// brokenHash cannot be written to.
type brokenHash struct{ hash.Hash }

var errBroken = errors.New("no hash today")

func (brokenHash) Write([]byte) (int, error) { return 0, errBroken }

// HashFails expects the error of a hash.
func (s *Scheme[E, S, D, O, B]) HashFails(t *testing.T) {
	pk := s.load(t, nil, s.srs(t))
	_, err := pk.BatchOpenSinglePoint(s.polynomials(3), make([]D, 1), s.element(1),
		brokenHash{sha256.New()})
	if !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
}

// CommitterFails expects the error of a committer.
func (s *Scheme[E, S, D, O, B]) CommitterFails(t *testing.T) {
	failure := errors.New("no commitment today")
	commit := func([]E) (none D, err error) { return none, failure }
	all, digests := s.polynomials(3, 4), make([]D, 2)
	if _, err := s.OpenWith(commit, all[0], s.element(1)); !errors.Is(err, failure) {
		t.Errorf("Open: %v", err)
	}
	_, err := s.BatchOpenWith(commit, all, digests, s.element(1), sha256.New())
	if !errors.Is(err, failure) {
		t.Errorf("BatchOpenSinglePoint: %v", err)
	}
}
