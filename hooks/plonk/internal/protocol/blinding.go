package protocol

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// blinding is the randomness that makes a proof zero-knowledge. A polynomial P is blinded to
// P + b·(Xⁿ − 1), which has the same values on H; the shards of the quotient, on demand, by
// constants that cancel out.
type blinding[E any] struct {
	shards     [2]E
	l, r, o, z []E // the polynomials b
}

// maxBlinding is the number of coefficients of the longest polynomial b, which blinds Z.
const maxBlinding = 3

// draw takes the randomness of a proof from the system's source, in gnark's order. That of the
// commitments is not among it.
func draw[E any](f *curve.Field[E], statisticalZK bool) (*blinding[E], error) {
	b := &blinding[E]{l: make([]E, 2), r: make([]E, 2), o: make([]E, 2), z: make([]E, maxBlinding)}
	all := [][]E{b.l, b.r, b.o, b.z}
	if statisticalZK {
		all = append([][]E{b.shards[:]}, all...)
	}
	for _, elements := range all {
		for i := range elements {
			if _, err := f.SetRandom(&elements[i]); err != nil {
				return nil, fmt.Errorf("randomness of the proof: %w", err)
			}
		}
	}
	return b, nil
}

// Blind adds b·(Xⁿ − 1) to a polynomial of n coefficients.
func Blind[E any](f *curve.Field[E], p, b []E) []E {
	p = append(p, b...)
	f.Vectors.Sub(p[:len(b)], p[:len(b)], b)
	return p
}

// commitBlinding returns the commitment to b·(Xⁿ − 1). It has a few points, which are quicker by
// themselves than any algorithm for many.
func commitBlinding[P, E any](g *curve.Group[P, E], b []E, n int, canonical []P) (sum P) {
	for i := range b {
		var difference P
		g.Sub(&difference, &canonical[n+i], &canonical[i])
		term := g.Times(&difference, &b[i])
		g.Add(&sum, &sum, &term)
	}
	return sum
}
