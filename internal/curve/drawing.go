package curve

import (
	"bytes"
	"crypto/rand"
	"io"
	"math/big"
	"slices"
)

// Drawing draws secret scalars as gnark does, from the same bytes. gnark-crypto's SetRandom and
// package rand's Int leave the bytes that they read on the heap.
type Drawing[E any] struct {
	bytes   []byte // read, big-endian in the end
	limits  [2][]byte
	field   *Field[E]
	radix   E    // 1/2^k for the k bits of a scalar's words
	topBits byte // of the highest byte of a scalar
}

// Limits of draws: an element is below the modulus, and a number below that less one.
const (
	belowModulus = iota
	belowLast
)

// NewDrawing returns a drawing of scalars over a field.
func NewDrawing[E any](f *Field[E]) *Drawing[E] {
	d := &Drawing[E]{
		bytes: make([]byte, f.Bytes), field: f, topBits: 1<<((f.Bits-1)%8+1) - 1,
		radix: f.Power(f.Number(2), 8*uint64(f.Bytes)),
	}
	f.Inverse(&d.radix, &d.radix)
	var last E
	number := f.BigInt(f.Neg(&last, &f.One), new(big.Int))
	d.limits[belowLast] = number.FillBytes(make([]byte, f.Bytes))
	d.limits[belowModulus] = number.Add(number, big.NewInt(1)).FillBytes(make([]byte, f.Bytes))
	return d
}

// Element sets an element other than 0 as gnark-crypto's SetRandom does: the bytes are
// the words of its Montgomery form, the lowest first.
func (d *Drawing[E]) Element(to *E) error {
	for {
		if _, err := io.ReadFull(rand.Reader, d.bytes); err != nil {
			return err
		}
		slices.Reverse(d.bytes)
		d.bytes[0] &= d.topBits
		if bytes.Compare(d.bytes, d.limits[belowModulus]) < 0 {
			d.field.SetBytes(to, d.bytes)
			d.field.Mul(to, to, &d.radix)
			if !d.field.IsZero(to) {
				return nil
			}
		}
	}
}

// Number sets a scalar other than 0 as gnark-crypto's pedersen.Setup does: to one more than a
// number of package rand's Int.
func (d *Drawing[E]) Number(to *E) error {
	for {
		if _, err := io.ReadFull(rand.Reader, d.bytes); err != nil {
			return err
		}
		d.bytes[0] &= d.topBits
		if bytes.Compare(d.bytes, d.limits[belowLast]) < 0 {
			d.field.SetBytes(to, d.bytes)
			d.field.Add(to, to, &d.field.One)
			return nil
		}
	}
}

// Destroy zeroes the bytes that were read.
func (d *Drawing[E]) Destroy() { clear(d.bytes) }

// TimesSecret is Times for a secret k. gnark-crypto's ScalarMultiplication leaves the halves on the
// heap that it splits k into. This one doubles and adds, in milliseconds.
func (g *Group[P, E]) TimesSecret(x *P, k *E) (product P) {
	digits := g.Scalars.Marshal(k)
	defer clear(digits)
	for _, digit := range digits {
		for bit := byte(1 << 7); bit != 0; bit >>= 1 {
			g.Add(&product, &product, &product)
			if digit&bit != 0 {
				g.Add(&product, &product, x)
			}
		}
	}
	return product
}
