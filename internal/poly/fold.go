package poly

import "github.com/gnark-accel/gnark-accel/internal/curve"

// Fold returns Σ cⁱ·polynomials[i], with as many coefficients as the longest of them has. Of no
// polynomials that is none.
func Fold[E any](f *curve.Field[E], polynomials [][]E, c E) []E {
	longest := 0
	for _, p := range polynomials {
		longest = max(longest, len(p))
	}
	folded := make([]E, longest)
	power := f.One
	for _, p := range polynomials {
		AddScaled(f, folded, p, power)
		f.Mul(&power, &power, &c)
	}
	return folded
}
