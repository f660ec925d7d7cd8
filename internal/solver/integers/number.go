package integers

import (
	"math/big"
	"math/bits"
	"slices"
)

const words = 8 // the length of a number

// number is an integer in two's complement, the lowest word first.
type number [words]uint64

func (z *number) add(x *number) {
	var c uint64
	for i := range z {
		z[i], c = bits.Add64(z[i], x[i], c)
	}
}

func (z *number) sub(x *number) {
	var b uint64
	for i := range z {
		z[i], b = bits.Sub64(z[i], x[i], b)
	}
}

// addProduct adds x·y to a number that is long enough.
func addProduct(z, x, y []uint64) {
	for i := range x {
		var carry, c uint64
		for j := range y {
			high, low := bits.Mul64(x[i], y[j])
			low, c = bits.Add64(low, carry, 0)
			high += c
			z[i+j], c = bits.Add64(z[i+j], low, 0)
			carry = high + c
		}
		for k := i + len(y); carry != 0 && k < len(z); k++ {
			z[k], carry = bits.Add64(z[k], carry, 0)
		}
	}
}

// shift sets z = ⌊z / 2^size⌋ for 0 < size ≤ 64.
func (z *number) shift(size uint) {
	sign := uint64(int64(z[words-1]) >> 63)
	for i := range words - 1 {
		z[i] = z[i]>>size | z[i+1]<<(64-size)
	}
	z[words-1] = z[words-1]>>size | sign<<(64-size)
}

// magnitude returns the words of |z| without leading zeros, and the sign. It may change z.
func (z *number) magnitude() (x []uint64, negative bool) {
	if negative = z[words-1]>>63 != 0; negative {
		var y number
		y.sub(z)
		*z = y
	}
	return trim(z[:]), negative
}

func trim(x []uint64) []uint64 {
	for len(x) > 0 && x[len(x)-1] == 0 {
		x = x[:len(x)-1]
	}
	return x
}

// zeros returns n zeros in the memory of a slice, or in new memory.
func zeros[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// put adds x to a natural number from a bit on. Neither that bit nor a higher one is set.
func put(z []uint64, bit int, x uint64) {
	i, shift := bit/64, uint(bit%64)
	z[i] |= x << shift
	if high := x >> (64 - shift); high != 0 {
		z[i+1] |= high
	}
}

// SetWords sets z to the natural number with these words, in its own memory.
func SetWords(z *big.Int, x []uint64) {
	w := slices.Grow(z.Bits()[:0], len(x)*64/bits.UintSize)
	for _, v := range x {
		w = append(w, big.Word(v))
		if bits.UintSize == 32 {
			w = append(w, big.Word(v>>32))
		}
	}
	z.SetBits(w)
}

// Words sets v to the words of a natural number, which are not more.
func Words(v []uint64, x *big.Int) {
	clear(v)
	for i, word := range x.Bits() {
		bit := i * bits.UintSize
		v[bit/64] |= uint64(word) << (bit % 64)
	}
}

func (w *Work) split(limbs []uint64, n int, x *big.Int, size uint) []uint64 {
	w.words = zeros(w.words, (x.BitLen()+63)/64)
	Words(w.words, x)
	limbs = zeros(limbs, n)
	for i := range limbs {
		limbs[i] = Window(w.words, uint(i)*size, size)
	}
	return limbs
}

// Window returns size ≤ 64 bits of a natural number, from a bit on. Words have 64 bits.
func Window(x []uint64, from, size uint) uint64 {
	i, shift := from/64, from%64
	if i >= uint(len(x)) {
		return 0
	}
	z := x[i] >> shift
	if shift > 0 && i+1 < uint(len(x)) {
		z |= x[i+1] << (64 - shift)
	}
	if size < 64 {
		z &= 1<<size - 1
	}
	return z
}
