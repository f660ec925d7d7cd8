package poly

import "github.com/gnark-accel/gnark-accel/internal/field"

// Fold returns Σ cⁱ·polynomials[i], with as many coefficients as the longest of them has. Of no
// polynomials that is none.
func Fold[E any, S field.Scalar[E]](polynomials [][]E, c E) []E {
	longest := 0
	for _, p := range polynomials {
		longest = max(longest, len(p))
	}
	folded := make([]E, longest)
	power := field.One[E, S]()
	for _, p := range polynomials {
		AddScaled[E, S](folded, p, power)
		S(&power).Mul(&power, &c)
	}
	return folded
}
