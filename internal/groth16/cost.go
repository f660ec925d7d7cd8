package groth16

import (
	"math"
	"math/bits"
	"reflect"
	"time"

	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Cost is the cost of a proof's parts, relative to each other. A point of an MSM in G1 costs the
// square of the limbs of its coordinates, by which the time of a product grows.
type Cost struct {
	G1, G2, Quotient              float64 // of a point, and of an element
	Bytes1, Bytes2, QuotientBytes uint64  // the same on a device
}

// CostOf returns the cost of proofs whose quotients have a domain of n elements.
//
// Measured on an H100, for 2^22 points or elements: 10.4 ms in G1 and 28.9 ms in G2 over BN254,
// 22.4 and 66.8 ms over BLS12-377, 22.5 and 63.9 ms over BLS12-381, 115 ms in both over BW6-761.
// Six transforms take some 6 ms, 13 ms over BW6-761, and the constraints about a tenth more.
func CostOf[P1, P2, E any](n int) Cost {
	size1, size2 := reflect.TypeFor[P1]().Size(), reflect.TypeFor[P2]().Size()
	element := reflect.TypeFor[E]().Size()
	limbs1, limbs := float64(size1)/16, float64(element)/8
	const quadratic = 1.5 // an extension's product is three of its field's
	g1 := limbs1 * limbs1
	return Cost{
		G1: g1, G2: g1 * math.Pow(float64(size2)/float64(size1), quadratic),
		Quotient: limbs * limbs * float64(bits.Len(uint(n))) / 34,
		Bytes1:   uint64(size1), Bytes2: uint64(size2), QuotientBytes: 5 * uint64(element),
	}
}

// WorkOf returns the work of a proof with a key. The choice of a way to make proofs depends on it.
//
// Measured on an H100 with 16 threads, a proof of 2^14 constraints over BN254 takes 3.6 ms, and
// gnark 78 ms. Its verification takes 1.3 ms, which grows as a point's cost does. On the CPU our
// prover takes as long as gnark's, whose solver takes some two per cent more than ours.
func WorkOf[P1, P2, E any](k *Key[P1, P2]) *engine.Work {
	cost := CostOf[P1, P2, E](k.Domain)
	w := &engine.Work{
		MSMs: []engine.MSM{{Points: k.B2.Number, Cost: cost.G2}}, Steps: 2, Gnark: 1, CPU: 0.985,
		Verification: engine.FromBN254(1250*time.Microsecond, cost.G1),
	}
	for _, v := range k.InG1() {
		w.MSMs = append(w.MSMs, engine.MSM{Points: v.Points.Number, Cost: cost.G1})
	}
	return w
}
