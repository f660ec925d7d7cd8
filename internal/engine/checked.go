package engine

import (
	"crypto/rand"
	"encoding/binary"
	"math/big"
)

// confirm compares MSMs over scalars sᵢ with a second pass. That has the scalars r·sᵢ with a random
// r of 32 bits. It expects r·Σ sᵢPᵢ = Σ (r·sᵢ)Pᵢ.
//
// The digits of both passes differ. An error E of the first MSM is overlooked if the second's
// is r·E. For errors that do not depend on r, one in 2³¹ is. Points of another order than the
// scalars' modulus fail the check.
func (b *Bases[P, E]) confirm(r *request[E], msms []P) error {
	g := b.group
	number, err := drawFactor()
	if err != nil {
		return err
	}
	factor, times := g.Host.Scalars.Number(number), new(big.Int).SetUint64(number)
	multiples, err := b.pass(r, &factor)
	if err != nil {
		return err
	}
	for i := range msms {
		if !g.Host.Equal(&multiples[i], g.Host.ScalarMultiplication(new(P), &msms[i], times)) {
			clear(msms)
			return b.loaded.WrongMSMs(r.scalars(), len(msms))
		}
	}
	return nil
}

// factorBits is the number of bits of a factor. Small scalars stay small with it, so that a second
// pass over ones and zeros takes little longer than the first.
const factorBits = 32

// drawFactor returns a number of [factorBits] bits. The first of them is set.
func drawFactor() (uint64, error) {
	var bytes [4]byte
	if _, err := rand.Read(bytes[:]); err != nil {
		return 0, err
	}
	return uint64(binary.LittleEndian.Uint32(bytes[:]) | 1<<(factorBits-1)), nil
}
