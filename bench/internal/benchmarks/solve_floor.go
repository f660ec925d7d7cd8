package benchmarks

import (
	"time"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// enterFloor enters the minimum time of a solver. Such a solver does the same products and
// inversions, each after the one before it.
func enterFloor(row *results.Row, a program.Arithmetic) {
	var x, y fr.Element
	x.SetUint64(3)
	y.SetUint64(5)
	product := perCall(1<<16, func() { x.Mul(&x, &y) })
	inversion := perCall(1<<8, func() { x.Inverse(&x) })
	row.Figures["products"], row.Figures["inversions"] = float64(a.Products), float64(a.Inversions)
	row.Figures["floor-ms"] = (float64(a.Products)*product + float64(a.Inversions)*inversion) / 1e6
}

// perCall returns the time of one of n calls, in nanoseconds: the shortest of a few samples.
func perCall(n int, f func()) float64 {
	shortest := time.Hour
	for range 5 {
		begin := time.Now()
		for range n {
			f()
		}
		shortest = min(shortest, time.Since(begin))
	}
	return float64(shortest) / float64(n)
}
