package ceremony

import (
	"io"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// over is a curve with gnark-crypto's functions for ceremonies.
type over[P1, P2, E comparable] struct {
	field *curve.Field[E]
	g1    *curve.Group[P1, E]
	g2    *curve.Group[P2, E]

	pairing    curve.Pairing[P1, P2]
	onG1       func(*engine.Engine) *engine.Group[P1, E]
	onG2       func(*engine.Engine) *engine.Group[P2, E]
	newEncoder func(io.Writer) encoder
	newProof   func() proof
	hashToG2   func(message, tag []byte) (P2, error)
	// verify verifies the proof of a contribution for the values that it changed.
	verify func(p proof, challenge []byte, dst byte, updates ...update) error
	// sameRatio compares the ratios of all slices.
	sameRatio func(slices ...any) error
	beacon    func(hash, dst, challenge []byte, n int) []E
}

// encoder is gnark-crypto's.
type encoder interface{ Encode(any) error }

// proof is gnark-crypto's proof of a contribution.
type proof interface {
	io.WriterTo
	io.ReaderFrom
}

// update is gnark-crypto's ValueUpdate.
type update = struct{ Previous, Next any }

// verifierOf returns [over.verify] of gnark-crypto's method for proofs P.
func verifierOf[P any, U ~update](
	verify func(_ *P, challenge []byte, dst byte, updates ...U) error,
) func(proof, []byte, byte, ...update) error {
	return func(p proof, challenge []byte, dst byte, updates ...update) error {
		all := make([]U, len(updates))
		for i := range all {
			all[i] = U(updates[i])
		}
		return verify(any(p).(*P), challenge, dst, all...)
	}
}

// device is a curve on the first device of an engine.
type device[P1, P2, E comparable] struct {
	*over[P1, P2, E]
	in1 *engine.Group[P1, E]
	in2 *engine.Group[P2, E]
}

func (c *over[P1, P2, E]) on(e *accel.Engine) *device[P1, P2, E] {
	home := keys.Home(e)
	return &device[P1, P2, E]{c, c.onG1(home), c.onG2(home)}
}

// scale sets points to their multiples.
func scale[P, E any](g *engine.Group[P, E], points *[]P, factors []E) error {
	scaled, err := g.ScalePoints(*points, factors)
	if err == nil {
		*points = scaled
	}
	return err
}

// scaleAll sets points to their multiples by one factor.
func scaleAll[P, E any](g *engine.Group[P, E], points *[]P, factor *E) error {
	factors := make([]E, len(*points))
	for i := range factors {
		factors[i] = *factor
	}
	defer clear(factors)
	return scale(g, points, factors)
}
