package plonk

import (
	"math/bits"
	"reflect"

	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Cost says what the parts of a proof cost, relative to each other. A point of a sum costs the
// square of the limbs of its coordinates, by which the time of a product grows.
type Cost struct {
	Sum         float64 // of a point
	Polynomials float64 // of a row, in all rounds together
	Bytes       uint64  // of a row, without the key's points
}

// transforms is what the polynomials of a proof cost, in transforms. There are 23. The products,
// scans, divisions and evaluations of a proof of 2^22 rows take about as long as 19 more.
const transforms = 23 + 19

// CostOf returns the cost of proofs of a circuit. The field may be that of any engine.
//
// Measured on an H100, a sum over 2^22 points of BN254 takes as long as ten transforms.
func CostOf[P, E any](f *session.Field, s Shape) Cost {
	limbs1 := float64(reflect.TypeFor[P]().Size()) / 16
	limbs := float64(reflect.TypeFor[E]().Size()) / 8
	transform := limbs * limbs * float64(bits.Len(uint(s.Rows))) / 204
	return Cost{
		Sum:         limbs1 * limbs1,
		Polynomials: transforms * transform,
		Bytes:       (s.proofBytes(f) + s.circuitBytes(f)) / uint64(max(1, s.Rows)),
	}
}
