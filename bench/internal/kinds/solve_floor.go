package kinds

import (
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/internal/field"
)

// latencies returns the times of a product and of an inversion that need the one before, in
// nanoseconds.
func latencies[E any, S field.Scalar[E]]() (product, inversion float64) {
	var x, y E
	S(&x).SetUint64(3)
	S(&y).SetUint64(5)
	product = perCall(1<<16, func() { S(&x).Mul(&x, &y) })
	return product, perCall(1<<8, func() { S(&x).Inverse(&x) })
}

// perCall returns the time of one of n calls, in nanoseconds: the least of a few tries.
func perCall(n int, f func()) float64 {
	least := time.Hour
	for range 5 {
		begin := time.Now()
		for range n {
			f()
		}
		least = min(least, time.Since(begin))
	}
	return float64(least) / float64(n)
}

// enterFloor enters the time below which no solver goes that does the same products one by one.
func (c *solverCurve) enterFloor(row *results.Row, ours solverSubject) error {
	a, err := ours.arithmetic()
	product, inversion := c.latencies()
	row.Figures["products"], row.Figures["inversions"] = float64(a.Products), float64(a.Inversions)
	row.Figures["floor ms"] = (float64(a.Products)*product + float64(a.Inversions)*inversion) / 1e6
	return err
}
