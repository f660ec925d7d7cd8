package secret

import "github.com/gnark-accel/gnark-accel/hooks/internal/algebra"

// Times returns k·x. gnark-crypto's ScalarMultiplication leaves the halves on the heap that it
// splits k into. This one doubles and adds, in milliseconds.
func Times[P, E any, S algebra.Scalar[E]](g *algebra.Group[P, E], x *P, k *E) (product P) {
	digits := S(k).Marshal()
	defer clear(digits)
	for _, digit := range digits {
		for bit := byte(1 << 7); bit != 0; bit >>= 1 {
			g.Add(&product, &product, &product)
			if digit&bit != 0 {
				g.Add(&product, &product, x)
			}
		}
	}
	return product
}
