package plonk

import (
	"math/rand/v2"
	"testing"

	bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377"
	fr_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
	fft_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fr/fft"
	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	fr_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	fft_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	fr_bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	fft_bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761"
	fr_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761/fr"
	fft_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761/fr/fft"
	"github.com/gnark-accel/gnark-accel/accel"
	accel_bls12377 "github.com/gnark-accel/gnark-accel/accel/bls12-377"
	accel_bls12381 "github.com/gnark-accel/gnark-accel/accel/bls12-381"
	accel_bn254 "github.com/gnark-accel/gnark-accel/accel/bn254"
	accel_bw6761 "github.com/gnark-accel/gnark-accel/accel/bw6-761"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// curve is one that proofs are tested over: E are its scalars, and P its points.
type curve[E comparable, S field.Scalar[E], P comparable] struct {
	field       func(e *accel.Engine) *session.Field
	load        func(e *accel.Engine, points []P) (*session.PointBases[P, E], error)
	multiples   func(scalars []E) []P // of a generator
	rootOfUnity func(order uint64) (E, error)
}

var onBN254 = curve[fr_bn254.Element, *fr_bn254.Element, bn254.G1Affine]{
	field: func(e *accel.Engine) *session.Field { return (*session.Field)(accel_bn254.NewFr(e)) },
	load: func(
		e *accel.Engine, points []bn254.G1Affine,
	) (*session.PointBases[bn254.G1Affine, fr_bn254.Element], error) {
		b, err := accel_bn254.NewG1(e).Load(points)
		return (*session.PointBases[bn254.G1Affine, fr_bn254.Element])(b), err
	},
	multiples: func(scalars []fr_bn254.Element) []bn254.G1Affine {
		_, _, g, _ := bn254.Generators()
		return bn254.BatchScalarMultiplicationG1(&g, scalars)
	},
	rootOfUnity: fft_bn254.Generator,
}

var onBLS12_377 = curve[fr_bls12377.Element, *fr_bls12377.Element, bls12377.G1Affine]{
	field: func(e *accel.Engine) *session.Field { return (*session.Field)(accel_bls12377.NewFr(e)) },
	load: func(
		e *accel.Engine, points []bls12377.G1Affine,
	) (*session.PointBases[bls12377.G1Affine, fr_bls12377.Element], error) {
		b, err := accel_bls12377.NewG1(e).Load(points)
		return (*session.PointBases[bls12377.G1Affine, fr_bls12377.Element])(b), err
	},
	multiples: func(scalars []fr_bls12377.Element) []bls12377.G1Affine {
		_, _, g, _ := bls12377.Generators()
		return bls12377.BatchScalarMultiplicationG1(&g, scalars)
	},
	rootOfUnity: fft_bls12377.Generator,
}

var onBLS12_381 = curve[fr_bls12381.Element, *fr_bls12381.Element, bls12381.G1Affine]{
	field: func(e *accel.Engine) *session.Field { return (*session.Field)(accel_bls12381.NewFr(e)) },
	load: func(
		e *accel.Engine, points []bls12381.G1Affine,
	) (*session.PointBases[bls12381.G1Affine, fr_bls12381.Element], error) {
		b, err := accel_bls12381.NewG1(e).Load(points)
		return (*session.PointBases[bls12381.G1Affine, fr_bls12381.Element])(b), err
	},
	multiples: func(scalars []fr_bls12381.Element) []bls12381.G1Affine {
		_, _, g, _ := bls12381.Generators()
		return bls12381.BatchScalarMultiplicationG1(&g, scalars)
	},
	rootOfUnity: fft_bls12381.Generator,
}

var onBW6_761 = curve[fr_bw6761.Element, *fr_bw6761.Element, bw6761.G1Affine]{
	field: func(e *accel.Engine) *session.Field { return (*session.Field)(accel_bw6761.NewFr(e)) },
	load: func(
		e *accel.Engine, points []bw6761.G1Affine,
	) (*session.PointBases[bw6761.G1Affine, fr_bw6761.Element], error) {
		b, err := accel_bw6761.NewG1(e).Load(points)
		return (*session.PointBases[bw6761.G1Affine, fr_bw6761.Element])(b), err
	},
	multiples: func(scalars []fr_bw6761.Element) []bw6761.G1Affine {
		_, _, g, _ := bw6761.Generators()
		return bw6761.BatchScalarMultiplicationG1(&g, scalars)
	},
	rootOfUnity: fft_bw6761.Generator,
}

// elements returns n elements: 0, 1, −1, then random ones.
func (c *curve[E, S, P]) elements(n int) []E {
	all := make([]E, n)
	for i := range all {
		e := S(&all[i])
		switch i {
		case 0:
		case 1:
			e.SetOne()
		case 2:
			e.SetOne()
			e.Neg(&all[i])
		default:
			e.SetUint64(rand.Uint64())
			for range 6 {
				var word E
				e.Mul(&all[i], S(&word).SetUint64(rand.Uint64()))
			}
		}
	}
	return all
}

// points returns n multiples of a generator, of which the first is the point at infinity.
func (c *curve[E, S, P]) points(n int) []P { return c.multiples(c.elements(n)) }

// domain returns H of n elements, and the generator of the domain that cosets of H make up.
func (c *curve[E, S, P]) domain(t testing.TB, n int) (d field.Domain[E], step E) {
	t.Helper()
	generator, err := c.rootOfUnity(uint64(n))
	if err == nil {
		step, err = c.rootOfUnity(uint64(n * Cosets(n)))
	}
	if err != nil {
		t.Fatal(err)
	}
	d = field.Domain[E]{Cardinality: uint64(n), Generator: generator}
	S(&d.Shift).SetUint64(5)
	S(&d.ShiftInverse).Inverse(&d.Shift)
	S(&d.CardinalityInverse).SetUint64(uint64(n))
	S(&d.CardinalityInverse).Inverse(&d.CardinalityInverse)
	return d, step
}
