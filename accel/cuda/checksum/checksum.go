// Package checksum computes on the host the checksums that kernels/guard computes on a device.
//
// Damage to memory is found by comparing the two. The function is NH (J. Black, S. Halevi, H.
// Krawczyk, T. Krovetz, P. Rogaway, "UMAC", CRYPTO '99) of rows of 4 KiB, and a polynomial modulo
// 2⁶¹ − 1 over the rows. Two contents of n rows have one checksum with a probability of at most
// 2⁻³¹ + n·2⁻⁶¹ over the key: kernels/guard/checksum.cuh has the proof. It is no defence against an
// adversary who knows the key.
package checksum

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

const (
	// Quad is the number of bytes whose multiples have checksums.
	Quad = 16

	rowBytes = kernels.ChecksumThreads * Quad
	prime    = 1<<61 - 1
)

// Sum is a checksum, below 2⁶¹ − 1. That of no bytes is 0.
type Sum uint64

// Key is the randomness of checksums. Checksums by different keys have nothing to do with each
// other.
type Key struct {
	Seed  uint64 // of the words
	Point uint64 // of the polynomial
	pairs [rowBytes / 8]uint64
}

// NewKey returns a random key. It is made when a key is loaded, perhaps beside a proof, whose own
// randomness has to stay gnark's: so it leaves crypto/rand alone. Accidents do not guess the
// numbers of math/rand/v2, which the system seeds.
func NewKey() *Key { return newKey(rand.Uint64(), rand.Uint64()) }

func newKey(seed, point uint64) *Key {
	k := &Key{Seed: seed, Point: point % prime}
	for i := range k.pairs {
		n := uint64(2 * i)
		k.pairs[i] = k.word(n) | k.word(n+1)<<32
	}
	return k
}

// word returns word i, of 32 bits: SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014).
func (k *Key) word(i uint64) uint64 {
	z := k.Seed + (i+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return (z ^ z>>31) >> 32
}

// Of returns the checksum of bytes, a multiple of [Quad]. All processors share the work.
func (k *Key) Of(b []byte) Sum {
	var mutex sync.Mutex
	var sum uint64
	rows := parallel.CountChunks(len(b), rowBytes)
	parallel.EachChunk(rows, max(parallel.ChunkLength(rows)/16, 64), func(_, from, to int) {
		part := multiply(k.rows(b[from*rowBytes:min(to*rowBytes, len(b))]), k.Power(from))
		mutex.Lock()
		defer mutex.Unlock()
		sum = add(sum, part)
	})
	return Sum(sum)
}

// Collect returns the checksum of which a device returned the parts, each up to 7 above 2⁶¹ − 1.
func Collect(parts []uint64) Sum {
	var sum uint64
	for _, part := range parts {
		sum = add(sum, part%prime)
	}
	return Sum(sum)
}

// Power returns the n-th power of the point.
func (k *Key) Power(n int) uint64 {
	power := uint64(1)
	for square := k.Point; n > 0; n, square = n/2, multiply(square, square) {
		if n%2 != 0 {
			power = multiply(power, square)
		}
	}
	return power
}

// rows returns the value at the point of the polynomial of rows, by Horner's rule.
func (k *Key) rows(b []byte) (value uint64) {
	for len(b) > 0 {
		last := (len(b) - 1) / rowBytes * rowBytes
		value = add(multiply(value, k.Point), k.row(b[last:]))
		b = b[:last]
	}
	return value
}

// row returns Σ (a + k)(b + k′) modulo the prime. It goes over the pairs of words of a row, or of
// its begin.
func (k *Key) row(b []byte) uint64 {
	var high, low, carry uint64
	for pairs := k.pairs[:]; len(b) >= Quad && len(pairs) >= 2; b, pairs = b[Quad:], pairs[2:] {
		low, carry = bits.Add64(low, product(binary.LittleEndian.Uint64(b), pairs[0]), 0)
		high += carry
		low, carry = bits.Add64(low, product(binary.LittleEndian.Uint64(b[8:]), pairs[1]), 0)
		high += carry
	}
	return add(low%prime, 8*high) // 2⁶⁴ is 8, and high is below 2⁹
}

// product returns (a + k)(b + k′), where the sums are modulo 2³².
func product(w, key uint64) uint64 {
	return uint64(uint32(w)+uint32(key)) * uint64(uint32(w>>32)+uint32(key>>32))
}

// multiply returns x·y modulo the prime.
func multiply(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	return add(low&prime, high<<3|low>>61)
}

// add returns x + y modulo the prime, of which both are below it, or equal.
func add(x, y uint64) uint64 {
	if x += y; x >= prime {
		x -= prime
	}
	return x
}
