package kzgtest

import (
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
)

// Commit commits to polynomials of all sizes, some too large for the key.
func (s *Scheme[E, S, D, O, B]) Commit(t *testing.T) {
	srs := s.srs(t)
	var zero E
	minusOne := s.element(1)
	S(&minusOne).Neg(&minusOne)
	onEngines(t, func(t *testing.T, e *accel.Engine) {
		pk := s.load(t, e, srs)
		for name, p := range map[string][]E{
			"nothing":       nil,
			"one":           s.polynomial(1),
			"random":        s.polynomial(33),
			"largest":       s.polynomial(size),
			"too large":     s.polynomial(size + 1),
			"far too large": s.polynomial(3 * size),
			"zeros":         slices.Repeat([]E{zero}, size),
			"r-1":           slices.Repeat([]E{minusOne}, size-1),
		} {
			t.Run(name, func(t *testing.T) {
				before := slices.Clone(p)
				got, err := pk.Commit(p)
				want, wantErr := srs.Commit(p)
				same(t, got, err, want, wantErr)
				if !slices.Equal(p, before) {
					t.Error("the polynomial has changed")
				}
			})
		}
	})
}

// CommitLagrange: a key in Lagrange form commits to values on a domain.
func (s *Scheme[E, S, D, O, B]) CommitLagrange(t *testing.T) {
	const cardinality = 32
	lagrange, err := s.srs(t).Lagrange(cardinality)
	if err != nil {
		t.Fatal(err)
	}
	onEngines(t, func(t *testing.T, e *accel.Engine) {
		pk := s.load(t, e, lagrange)
		for _, n := range []int{cardinality, cardinality + 1} {
			got, err := pk.Commit(s.polynomial(n))
			want, wantErr := lagrange.Commit(s.polynomial(n))
			same(t, got, err, want, wantErr)
		}
	})
}

// EmptyKey loads a key without points, over which only nothing can be committed to.
func (s *Scheme[E, S, D, O, B]) EmptyKey(t *testing.T) {
	onEngines(t, func(t *testing.T, e *accel.Engine) {
		pk := s.load(t, e, s.Empty)
		for _, n := range []int{0, 1} {
			got, err := pk.Commit(s.polynomial(n))
			want, wantErr := s.Empty.Commit(s.polynomial(n))
			same(t, got, err, want, wantErr)
		}
	})
}
