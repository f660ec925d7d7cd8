package poly

import (
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Elementwise sets z from x and y by an operation on vectors of one length.
func Elementwise[E any](operation func(z, x, y []E), z, x, y []E) {
	parallel.Chunks(len(z), func(from, to int) {
		operation(z[from:to], x[from:to], y[from:to])
	})
}

// ScalarMul sets z[i] to c·x[i]. Vectors have one length.
func ScalarMul[E any](f *curve.Field[E], z, x []E, c E) {
	defer wipe(&c)
	parallel.Chunks(len(z), func(from, to int) {
		f.Vectors.ScalarMul(z[from:to], x[from:to], &c)
	})
}
