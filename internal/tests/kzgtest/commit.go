package kzgtest

import (
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// testCommit commits to polynomials of all sizes, some too large for the key. Keys are powers, a
// Lagrange form, and none at all.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) testCommit(t *testing.T) {
	srs, _ := s.srs(t)
	const cardinality = 32
	var empty, lagrange P
	points, err := s.ToLagrange((*s.Points(&srs))[:cardinality])
	devicetest.NoError(t, err)
	*s.Points(&lagrange) = points
	var zero E
	minusOne := s.element(1)
	s.Scalars.Neg(&minusOne, &minusOne)
	onEngines(t, func(t *testing.T, e *accel.Engine) {
		for name, test := range map[string]struct {
			pk P
			p  []E
		}{
			"nothing":                     {srs, nil},
			"one":                         {srs, s.polynomial(1)},
			"random":                      {srs, s.polynomial(33)},
			"largest":                     {srs, s.polynomial(size)},
			"too large":                   {srs, s.polynomial(size + 1)},
			"far too large":               {srs, s.polynomial(3 * size)},
			"zeros":                       {srs, slices.Repeat([]E{zero}, size)},
			"r-1":                         {srs, slices.Repeat([]E{minusOne}, size-1)},
			"on a domain":                 {lagrange, s.polynomial(cardinality)},
			"too large for a domain":      {lagrange, s.polynomial(cardinality + 1)},
			"nothing over no points":      {empty, nil},
			"a coefficient and no points": {empty, s.polynomial(1)},
		} {
			t.Run(name, func(t *testing.T) {
				before := slices.Clone(test.p)
				got, err := s.load(t, e, test.pk).Commit(test.p)
				want, wantErr := s.Commit(test.p, test.pk)
				s.same(t, got, err, want, wantErr)
				if !slices.Equal(test.p, before) {
					t.Error("the polynomial has changed")
				}
			})
		}
	})
}
