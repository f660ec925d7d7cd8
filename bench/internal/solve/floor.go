package solve

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
	product = each(1<<16, func() { S(&x).Mul(&x, &y) })
	return product, each(1<<8, func() { S(&x).Inverse(&x) })
}

// each returns the time of one of n calls, in nanoseconds: the least of a few tries.
func each(n int, f func()) float64 {
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

// setFloor sets the time below which no solver goes that does the same products one by one.
func (c *curve) setFloor(row *results.Solve, ours subject) error {
	a, err := ours.arithmetic()
	product, inversion := c.latencies()
	row.Products, row.Inversions = a.Products, a.Inversions
	row.FloorMS = (float64(a.Products)*product + float64(a.Inversions)*inversion) / 1e6
	return err
}
