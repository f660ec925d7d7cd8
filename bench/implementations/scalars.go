package implementations

import (
	"fmt"
	"math/rand/v2"

	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// scalarBytes is more than any group's order has: longer strings are reduced by the caller.
const scalarBytes = 64

// distributions of scalars, as big-endian strings. They come from seeded generators: the measured
// times depend on the shape of the scalars, not on the quality of the randomness.
var distributions = map[string]func(r *rand.Rand, s []byte){
	"uniform": uniform,
	// witness has the shape of a Groth16 witness: 45 % zeros, 35 % ones, 10 % below 2^32, 10 % of
	// full size.
	"witness": func(r *rand.Rand, s []byte) {
		switch k := r.IntN(100); {
		case k < 45:
		case k < 80:
			s[scalarBytes-1] = 1
		case k < 90:
			uniform(r, s[scalarBytes-4:])
		default:
			uniform(r, s)
		}
	},
	"ones":  func(_ *rand.Rand, s []byte) { s[scalarBytes-1] = 1 },
	"small": func(r *rand.Rand, s []byte) { uniform(r, s[scalarBytes-2:]) },
	// half has half of all scalars in one bucket of each window.
	"half": func(r *rand.Rand, s []byte) {
		if r.IntN(2) == 0 {
			r = rand.New(rand.NewPCG(1, 2))
		}
		uniform(r, s)
	},
	"equal": func(_ *rand.Rand, s []byte) { uniform(rand.New(rand.NewPCG(1, 2)), s) },
}

func uniform(r *rand.Rand, s []byte) {
	for i := range s {
		s[i] = byte(r.Uint32())
	}
}

// Streams of random scalars.
const (
	ofScalars = iota
	ofLogarithms
)

// drawnAtOnce is the number of scalars that come from one generator.
const drawnAtOnce = 1 << 14

// draw draws n scalars of a stream, on all processors.
func draw[E any](f *curve.Field[E], n int, distribution string, stream uint64) ([]E, error) {
	drawn, ok := distributions[distribution]
	if !ok {
		return nil, fmt.Errorf("distribution %q is not known", distribution)
	}
	scalars := make([]E, n)
	parallel.EachChunk(n, drawnAtOnce, func(_, from, to int) {
		r := rand.New(rand.NewPCG(uint64(from), stream))
		var bytes [scalarBytes]byte
		for i := from; i < to; i++ {
			clear(bytes[:])
			drawn(r, bytes[:])
			f.SetBytes(&scalars[i], bytes[:])
		}
	})
	return scalars, nil
}
