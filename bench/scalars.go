package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
)

// distributions of scalars. They come from seeded generators: what is measured does not depend on the quality of the
// randomness, only on the shape.
var distributions = map[string]func(r *rand.Rand, s *fr.Element){
	"uniform": uniform,
	// witness has the shape of a Groth16 witness: 45 % zeros, 35 % ones, 10 % below 2^32, 10 % of full size.
	"witness": func(r *rand.Rand, s *fr.Element) {
		switch k := r.IntN(100); {
		case k < 45:
			s.SetZero()
		case k < 80:
			s.SetOne()
		case k < 90:
			s.SetUint64(uint64(r.Uint32()))
		default:
			uniform(r, s)
		}
	},
	"ones":  func(_ *rand.Rand, s *fr.Element) { s.SetOne() },
	"small": func(r *rand.Rand, s *fr.Element) { s.SetUint64(uint64(r.IntN(1 << 16))) },
	"equal": func(_ *rand.Rand, s *fr.Element) {
		s.SetString("0x1d0a7a3f9c8b5e6f00112233445566778899aabbccddeeff0123456789abcdef")
	},
}

func uniform(r *rand.Rand, s *fr.Element) {
	var bytes [fr.Bytes]byte
	for i := range bytes {
		bytes[i] = byte(r.Uint32())
	}
	s.SetBytes(bytes[:])
}

func newScalars(n int, distribution string) ([]fr.Element, error) {
	draw, ok := distributions[distribution]
	if !ok {
		return nil, fmt.Errorf("distribution %q is not known", distribution)
	}
	scalars := make([]fr.Element, n)
	parallel(n, func(from, to int) {
		r := rand.New(rand.NewPCG(uint64(from), 1))
		for i := from; i < to; i++ {
			draw(r, &scalars[i])
		}
	})
	return scalars, nil
}
