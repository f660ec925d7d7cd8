package prover

import (
	"math/big"

	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// waste is the toxic waste: whoever knows some of it can forge proofs. All secrets that are no
// vectors lie in it, temporary ones too. Generic code moves a value whose address it takes to the
// heap otherwise, where nobody finds it any more.
type waste[E any] struct {
	tau, alpha, beta, gamma, delta E
	sigmas                         []E // of the commitment keys

	vanishing, gammaInverse, deltaInverse E // τᴺ − 1, 1/γ and 1/δ
	factor                                E // of the computation under way
}

// draw draws the waste in gnark's order. Between its parts it draws the random point of the
// commitment keys.
func draw[P2, E any](
	f *curve.Field[E], commitments int, randomPoint func() (P2, error),
) (w *waste[E], point P2, err error) {
	w = &waste[E]{sigmas: make([]E, commitments)}
	d := curve.NewDrawing(f)
	defer d.Destroy()
	for _, to := range []*E{&w.tau, &w.alpha, &w.beta, &w.gamma, &w.delta} {
		if err := d.Element(to); err != nil {
			return w, point, err
		}
	}
	if point, err = randomPoint(); err != nil {
		return w, point, err
	}
	for i := range w.sigmas {
		if err := d.Number(&w.sigmas[i]); err != nil {
			return w, point, err
		}
	}
	return w, point, nil
}

// derive computes the values that follow from the waste for a domain.
func derive[E any](w *waste[E], d *curve.Domain[E]) {
	f := d.Field
	f.Inverse(&w.gammaInverse, &w.gamma)
	f.Inverse(&w.deltaInverse, &w.delta)
	f.Exp(&w.vanishing, &w.tau, new(big.Int).SetUint64(d.Cardinality))
	f.Sub(&w.vanishing, &w.vanishing, &f.One)
}

func (w *waste[E]) zeroize() {
	clear(w.sigmas)
	*w = waste[E]{}
}
