package setup

import (
	"crypto/rand"
	"math/big"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
)

// waste is the toxic waste: whoever knows some of it can forge proofs.
type waste[E any] struct {
	tau, alpha, beta, gamma, delta E
	sigmas                         []E // of the commitment keys
}

// draw draws the waste in gnark's order, and between its parts the random point of the commitment
// keys.
func draw[P2, E any, S algebra.Scalar[E]](
	commitments int, randomPoint func() (P2, error),
) (w *waste[E], point P2, err error) {
	w = &waste[E]{sigmas: make([]E, commitments)}
	for _, secret := range []*E{&w.tau, &w.alpha, &w.beta, &w.gamma, &w.delta} {
		for S(secret).IsZero() {
			if _, err := S(secret).SetRandom(); err != nil {
				return w, point, err
			}
		}
	}
	if point, err = randomPoint(); err != nil {
		return w, point, err
	}
	for i := range w.sigmas {
		if err := drawSigma[E, S](&w.sigmas[i]); err != nil {
			return w, point, err
		}
	}
	return w, point, nil
}

// drawSigma draws a scalar other than 0 as gnark-crypto's pedersen.Setup does.
func drawSigma[E any, S algebra.Scalar[E]](sigma *E) error {
	var one, last E
	S(&one).SetOne()
	S(&last).Neg(&one)
	drawn, err := rand.Int(rand.Reader, S(&last).BigInt(new(big.Int)))
	if err != nil {
		return err
	}
	S(sigma).SetBigInt(drawn)
	S(sigma).Add(sigma, &one)
	clear(drawn.Bits())
	return nil
}

// destroy overwrites the waste.
func (w *waste[E]) destroy() {
	clear(w.sigmas)
	*w = waste[E]{}
}
