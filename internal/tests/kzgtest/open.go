package kzgtest

import (
	"crypto/sha256"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// testOpen opens polynomials at random points and at the edges.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) testOpen(t *testing.T) {
	var zero E
	srs, vk := s.srs(t)
	onEngines(t, func(t *testing.T, e *accel.Engine) {
		pk := s.load(t, e, srs)
		for _, test := range []struct {
			name  string
			p     []E
			point E
		}{
			{"nothing", nil, s.random(2)},
			{"constant", s.polynomial(1), s.random(2)},
			{"linear", s.polynomial(2), s.random(2)},
			{"at zero", s.polynomial(12), zero},
			{"at one", s.polynomial(13), s.element(1)},
			{"at the secret", s.polynomial(14), s.secret()},
			{"largest", s.polynomial(size), s.random(2)},
			{"too large", s.polynomial(size + 1), s.random(2)},
			{"zeros", slices.Repeat([]E{zero}, 8), s.random(2)},
		} {
			t.Run(test.name, func(t *testing.T) {
				before := slices.Clone(test.p)
				got, err := pk.Open(test.p, test.point)
				want, wantErr := s.Open(test.p, test.point, srs)
				s.same(t, got, err, want, wantErr)
				if !slices.Equal(test.p, before) {
					t.Error("the polynomial has changed")
				}
				if err != nil {
					return
				}
				digest, err := s.Commit(test.p, srs)
				devicetest.NoError(t, err)
				devicetest.NoError(t, s.Verify(&digest, &got, test.point, vk))
			})
		}
	})
}

// testBatchOpen opens polynomials together, and some that do not fit their digests.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) testBatchOpen(t *testing.T) {
	srs, vk := s.srs(t)
	data := [][]byte{[]byte("some data"), nil, {1, 2, 3}}
	onEngines(t, func(t *testing.T, e *accel.Engine) {
		pk := s.load(t, e, srs)
		for _, test := range []struct {
			name    string
			sizes   []int
			digests int // more than polynomials
			point   E
			data    [][]byte
		}{
			{name: "one", sizes: []int{15}, point: s.random(3)},
			{name: "equal sizes", sizes: []int{12, 12, 12, 12}, point: s.random(3)},
			{name: "growing", sizes: []int{3, 0, 11, size}, point: s.random(3), data: data},
			{name: "shrinking", sizes: []int{size, 11, 1, 0}, point: s.random(3),
				data: data[:1]},
			{name: "at zero", sizes: []int{12, 13}},
			{name: "nothing in them", sizes: []int{0, 0}, point: s.random(3)},
			{name: "one too large", sizes: []int{10, size + 1}, point: s.random(3)},
			{name: "a digest missing", sizes: []int{10, 10}, digests: -1},
			{name: "a digest too many", sizes: []int{10}, digests: 1},
			{name: "too large, and a digest too many", sizes: []int{size + 1}, digests: 1},
			{name: "a digest of nothing", digests: 1},
		} {
			t.Run(test.name, func(t *testing.T) {
				all := s.polynomials(test.sizes...)
				before := s.polynomials(test.sizes...)
				digests := make([]D, len(all)+test.digests)
				for i := range min(len(all), len(digests)) {
					digests[i], _ = s.Commit(all[i], srs) // too large ones have none
				}
				got, err := pk.BatchOpenSinglePoint(all, digests, test.point, sha256.New(),
					test.data...)
				want, wantErr := s.BatchOpen(all, digests, test.point, sha256.New(), srs,
					test.data...)
				s.same(t, got, err, want, wantErr)
				if !reflect.DeepEqual(all, before) {
					t.Error("the polynomials have changed")
				}
				if err != nil {
					return
				}
				if err := s.BatchVerify(digests, &got, test.point, sha256.New(), vk,
					test.data...); err != nil {
					t.Error(err)
				}
			})
		}
	})
}

// testBatchOpeningInSteps makes a batch opening of its parts. A caller does so that has the values.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) testBatchOpeningInSteps(t *testing.T) {
	srs, _ := s.srs(t)
	polynomials := [][]E{s.polynomial(5), s.polynomial(33), s.polynomial(8)}
	var digests []D
	for _, p := range polynomials {
		digest, err := s.Commit(p, srs)
		devicetest.NoError(t, err)
		digests = append(digests, digest)
	}
	point, data := s.polynomial(4)[3], []byte("data")
	want, err := s.BatchOpen(polynomials, digests, point, sha256.New(), srs, data)
	devicetest.NoError(t, err)
	quotient, values := s.Parts(want)
	gamma, err := s.FoldingChallenge(point, digests, values, sha256.New(), data)
	devicetest.NoError(t, err)
	folded := s.Fold(polynomials, gamma)
	got, err := s.Open(folded, point, srs)
	if err != nil || s.Quotient(got) != quotient {
		t.Errorf("not gnark-crypto's proof: %v", err)
	}
	if len(folded) != 33 || len(s.Fold(nil, gamma)) != 0 {
		t.Errorf("%d coefficients", len(folded))
	}
	_, err = s.FoldingChallenge(point, digests, values, nil)
	if !errors.Is(err, s.ErrInvalidInput) {
		t.Errorf("no hash: %v", err)
	}
}
