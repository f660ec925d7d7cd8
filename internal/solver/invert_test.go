package solver

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// Inverses of random elements, with zeros and ones among them, are gnark-crypto's.
func TestInvert(t *testing.T) {
	field := curve.FieldOf[fr.Element, fr.Vector]()
	invert := InvertOf[fr.Element](fr.Modulus(), field.Vectors.Mul)
	for _, n := range []int{0, 1, 2, 3, short, short + 1, 33, 100, 256, 257, 1025} {
		for _, every := range []int{1, 2, 7, n + 1} { // of which one is zero
			x := make(fr.Vector, n)
			x.MustSetRandom()
			for i := range x {
				if i%every == 0 && every <= n {
					x[i].SetZero()
				} else if i%5 == 0 {
					x[i].SetOne()
				}
			}
			want := fr.BatchInvert(x)
			invert(x, make([]fr.Element, n+spare))
			for i := range x {
				if x[i] != want[i] {
					t.Fatalf("%d elements, every %dth zero: number %d is wrong", n, every, i)
				}
			}
		}
	}
}
