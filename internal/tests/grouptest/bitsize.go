package grouptest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// below is a scalar below 2^bits. It is anything, zero, a power of two, or the largest, whose
// digits all carry.
func below[E any, S sample.Scalar[E]](bits, i int, rng *rand.Rand) (s E) {
	one := sample.Element[E, S](1)
	switch i % 4 {
	case 0:
		s = sample.PowerOfTwo[E, S](bits)
		S(&s).Sub(&s, &one)
	case 1:
		s = sample.PowerOfTwo[E, S](rng.IntN(bits))
	case 2:
		for range bits {
			S(&s).Double(&s)
			if rng.IntN(2) == 1 {
				S(&s).Add(&s, &one)
			}
		}
	}
	return s
}

// BitSize has scalars below bounds on and beside the ends of words and windows. Points are of all
// kinds.
func (g *Group[P, E, A, S]) BitSize(t *testing.T) {
	e, m := g.open(t, accel.WithPrecompute(accel.PrecomputeFactor(3)))
	bounds, sizes := []int{1, 32, g.bits() - 1}, []int{0, 1, 2, 100}
	if g.thorough() {
		bounds = []int{1, 2, 6, 7, 8, 16, 31, 32, 33, 64, 65, g.bits() - 2, g.bits() - 1}
		sizes = []int{0, 1, 2, 1000}
	}
	minusOne := sample.Minus[E, S](sample.Element[E, S](1))
	p := g.mixed(sizes[len(sizes)-1], sample.NewRand(51))
	for _, bits := range bounds {
		short, err := m.WithBitSize(bits)
		if err != nil {
			t.Fatal(err)
		}
		bases := g.load(t, short, p.points)
		for _, n := range sizes {
			t.Run(fmt.Sprintf("%d bits/%d", bits, n), func(t *testing.T) {
				rng := sample.NewRand(uint64(n))
				scalars := make([]E, n)
				for i := range scalars {
					scalars[i] = below[E, S](bits, i, rng)
				}
				want := g.expected(p.slice(0, n), scalars)
				got, err := bases.MultiExpRange(0, scalars, ecc.MultiExpConfig{})
				g.want(t, got, err, want)
				got, err = short.MultiExp(p.points[:n], scalars, ecc.MultiExpConfig{})
				g.want(t, got, err, want)
				if n == 0 {
					return
				}
				for _, wrong := range []E{sample.PowerOfTwo[E, S](bits), minusOne} {
					scalars[n-1] = wrong
					if _, err := bases.MultiExpRange(0, scalars,
						ecc.MultiExpConfig{}); !errors.Is(err, accel.ErrBitSize) {
						t.Errorf("a scalar of more bits over bases: %v", err)
					}
					if _, err := short.MultiExp(p.points[:n], scalars,
						ecc.MultiExpConfig{}); !errors.Is(err, accel.ErrBitSize) {
						t.Errorf("a scalar of more bits: %v", err)
					}
				}
			})
		}
		if err := bases.Close(); err != nil {
			t.Error(err)
		}
	}
	if s := e.Statistics(); s.Failures != 0 || s.CPUFailure != 0 || s.DeviceMSMs == 0 {
		t.Errorf("statistics: %+v", s)
	}
}

// BitSizeSavesMemory: bases for short scalars keep fewer multiples.
func (g *Group[P, E, A, S]) BitSizeSavesMemory(t *testing.T) {
	e, m := g.open(t, accel.WithPrecompute(accel.PrecomputeAuto))
	short, err := m.WithBitSize(16)
	if err != nil {
		t.Fatal(err)
	}
	p := g.distinct(20)
	var bytes [2]uint64
	for i, m := range []MSM[P, E]{m, short} {
		before := e.Statistics().DeviceBytes
		bases := g.load(t, m, p.points)
		bytes[i] = e.Statistics().DeviceBytes - before
		if err := bases.Close(); err != nil {
			t.Error(err)
		}
	}
	if bytes[1] == 0 || bytes[0] < 3*bytes[1] {
		t.Errorf("bases take %d bytes, and %d with scalars of 16 bits", bytes[0], bytes[1])
	}
}

// BitSizeOnCPU: bounds hold without a device too.
func (g *Group[P, E, A, S]) BitSizeOnCPU(t *testing.T) {
	_, m := g.openCPU(t)
	for _, bits := range []int{-1, 0, g.bits() + 1} {
		if _, err := m.WithBitSize(bits); !errors.Is(err, accel.ErrInvalidOption) {
			t.Errorf("%d bits: %v", bits, err)
		}
	}
	p := g.distinct(3)
	for _, bits := range []int{8, g.bits()} {
		short, err := m.WithBitSize(bits)
		if err != nil {
			t.Fatal(err)
		}
		scalars := []E{sample.Element[E, S](255), sample.Element[E, S](0), sample.Element[E, S](1)}
		got, err := short.MultiExp(p.points, scalars, ecc.MultiExpConfig{})
		g.want(t, got, err, g.expected(p, scalars))
		scalars[1] = sample.Minus[E, S](sample.Element[E, S](1))
		got, err = short.MultiExp(p.points, scalars, ecc.MultiExpConfig{})
		if bits == g.bits() {
			g.want(t, got, err, g.expected(p, scalars))
		} else if !errors.Is(err, accel.ErrBitSize) {
			t.Errorf("−1 in %d bits: %v", bits, err)
		}
	}
}
