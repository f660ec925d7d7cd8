package multiexp

import (
	"crypto/rand"
	"encoding/binary"
	"math/big"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// pass has the device compute sums. The scalars are multiplied by the factor before, unless it is
// nil.
type pass[E any] func(factor *E, accept []session.Accept) error

// onDevice returns k sums over n points in all. An engine that checks sums has each computed in two
// passes. The error is the pass's own, or that of [session.Engine.Checked].
func (g *Group[P, E]) onDevice(n, k int, pass pass[E]) (sums []P, err error) {
	if !g.engine().ChecksSums() {
		return g.once(k, pass, nil)
	}
	err = g.engine().Checked(g.descriptor, n, k, func() (err error) {
		sums, err = g.twice(k, pass)
		return err
	})
	return sums, err
}

// once returns the sums of one pass.
func (g *Group[P, E]) once(k int, pass pass[E], factor *E) ([]P, error) {
	sums, accept := g.sums(k)
	if err := pass(factor, accept); err != nil {
		return nil, err
	}
	return sums, nil
}

// sums returns k points, and the functions that accept results as them.
func (g *Group[P, E]) sums(k int) ([]P, []session.Accept) {
	sums, accept := make([]P, k), make([]session.Accept, k)
	for i := range sums {
		accept[i] = g.host.Accept(&sums[i])
	}
	return sums, accept
}

// factorBits is the number of bits of a factor. Small scalars stay small with it, so that a second
// pass over ones and zeros takes little longer than the first.
const factorBits = 32

// twice returns the sums of a pass over scalars sᵢ, after a second one over r·sᵢ with a random
// r of 32 bits. It expects r·Σ sᵢPᵢ = Σ (r·sᵢ)Pᵢ, or returns [session.ErrWrongSum].
//
// The digits of both passes differ. An error E of the first sum is overlooked if that of the second
// is r·E. For errors that do not depend on r, one in 2³¹ is. Points of another order than the
// scalars' modulus fail the check.
func (g *Group[P, E]) twice(k int, pass pass[E]) ([]P, error) {
	sums, err := g.once(k, pass, nil)
	if err != nil {
		return nil, err
	}
	r, err := drawFactor()
	if err != nil {
		return nil, err
	}
	factor := g.host.Scalar(r)
	multiples, err := g.once(k, pass, &factor)
	if err != nil {
		return nil, err
	}
	times := new(big.Int).SetUint64(r)
	for i := range sums {
		if !g.host.Equal(&multiples[i], g.host.Times(new(P), &sums[i], times)) {
			clear(sums)
			return nil, session.ErrWrongSum
		}
	}
	return sums, nil
}

// drawFactor returns a number of [factorBits] bits. The first of them is set.
func drawFactor() (uint64, error) {
	var bytes [4]byte
	if _, err := rand.Read(bytes[:]); err != nil {
		return 0, err
	}
	return uint64(binary.LittleEndian.Uint32(bytes[:]) | 1<<(factorBits-1)), nil
}

// bytesOf returns the memory of vectors.
func bytesOf[E any](vectors [][]E) [][]byte {
	all := make([][]byte, len(vectors))
	for i, v := range vectors {
		all[i] = driver.Bytes(v)
	}
	return all
}

// multiplied calls sum with vectors times a factor or, if that is nil, as they are. The products
// are cleared afterwards.
func (g *Group[P, E]) multiplied(vectors [][]E, factor *E, sum func([][]byte) error) error {
	if factor == nil {
		return sum(bytesOf(vectors))
	}
	products := make([][]E, len(vectors))
	for i, v := range vectors {
		products[i] = make([]E, len(v))
		defer clear(products[i])
		parallel.Chunks(len(v), func(from, to int) {
			for k := from; k < to; k++ {
				g.host.Mul(&products[i][k], &v[k], factor)
			}
		})
	}
	return sum(bytesOf(products))
}

// forPasses describes the group to the backend. Where sums are checked, scalars below 2^bits are
// multiplied by factors.
func (g *Group[P, E]) forPasses() *cuda.Group {
	bits := g.descriptor.ScalarBits + factorBits
	switch {
	case !g.descriptor.Bounded || !g.engine().ChecksSums():
		return g.descriptor
	case bits < g.whole.ScalarBits:
		return g.whole.Below(bits)
	default:
		return g.whole
	}
}

// words returns the limbs of a factor, and nil for none.
func words[E any](factor *E) []uint64 {
	if factor == nil {
		return nil
	}
	return driver.Words(factor)
}
