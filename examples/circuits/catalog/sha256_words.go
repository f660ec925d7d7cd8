package catalog

import (
	"math/bits"

	"github.com/consensys/gnark/frontend"
	stdbits "github.com/consensys/gnark/std/math/bits"
)

// word is a 32-bit word of SHA-256 as its bits, the least significant first. Each is a boolean: a
// constant, or a wire that is constrained to be 0 or 1.
type word [32]frontend.Variable

// words builds the operations of SHA-256 on words (FIPS 180-4, sections 4.1.2 and 6.2.2).
type words struct{ api frontend.API }

func (w words) constant(value uint32) (r word) {
	for i := range r {
		r[i] = value >> i & 1
	}
	return r
}

// fromBytes is the big-endian word of four bytes, which it constrains to be bytes.
func (w words) fromBytes(b [4]frontend.Variable) (r word) {
	for i := range b {
		copy(r[24-8*i:], w.api.ToBinary(b[i], 8))
	}
	return r
}

func (w words) xor3(a, b, c word) (r word) {
	for i := range r {
		r[i] = w.api.Xor(w.api.Xor(a[i], b[i]), c[i])
	}
	return r
}

// choose takes the bits of b where a is 1, and of c elsewhere.
func (w words) choose(a, b, c word) (r word) {
	for i := range r {
		r[i] = w.api.Select(a[i], b[i], c[i])
	}
	return r
}

// majority is ab + c(a + b − 2ab), bit by bit.
func (w words) majority(a, b, c word) (r word) {
	for i := range r {
		ab := w.api.Mul(a[i], b[i])
		odd := w.api.Sub(w.api.Add(a[i], b[i]), w.api.Mul(2, ab))
		r[i] = w.api.Add(ab, w.api.Mul(c[i], odd))
	}
	return r
}

// sum adds modulo 2^32. The sum of n words has at most ⌈log₂ n⌉ further bits, which are dropped.
func (w words) sum(terms ...word) word {
	var total frontend.Variable = 0
	for _, t := range terms {
		total = w.api.Add(total, w.number(t[:]))
	}
	return word(w.api.ToBinary(total, 32+bits.Len(uint(len(terms)-1))))
}

// number is the number of these bits, the least significant first. It adds no constraints to them:
// they are booleans.
func (w words) number(b []frontend.Variable) frontend.Variable {
	return stdbits.FromBinary(w.api, b, stdbits.WithUnconstrainedInputs())
}

func (a word) rotateRight(n int) (r word) {
	for i := range r {
		r[i] = a[(i+n)%32]
	}
	return r
}

func (a word) shiftRight(n int) (r word) {
	for i := range r {
		r[i] = 0
		if i+n < 32 {
			r[i] = a[i+n]
		}
	}
	return r
}

// compress hashes one block into the state.
func (w words) compress(state [8]word, block [16]word) [8]word {
	var schedule [64]word
	copy(schedule[:], block[:])
	for t := 16; t < 64; t++ {
		a, b := schedule[t-15], schedule[t-2]
		s0 := w.xor3(a.rotateRight(7), a.rotateRight(18), a.shiftRight(3))
		s1 := w.xor3(b.rotateRight(17), b.rotateRight(19), b.shiftRight(10))
		schedule[t] = w.sum(s1, schedule[t-7], s0, schedule[t-16])
	}
	s := state
	for t := range schedule {
		a, e, k := s[0], s[4], w.constant(sha256Round[t])
		s1 := w.xor3(e.rotateRight(6), e.rotateRight(11), e.rotateRight(25))
		choice := w.choose(e, s[5], s[6])
		s0 := w.xor3(a.rotateRight(2), a.rotateRight(13), a.rotateRight(22))
		next := w.sum(s[7], s1, choice, k, schedule[t], s0, w.majority(a, s[1], s[2]))
		fifth := w.sum(s[3], s[7], s1, choice, k, schedule[t])
		s = [8]word{next, a, s[1], s[2], fifth, e, s[5], s[6]}
	}
	for i := range state {
		state[i] = w.sum(state[i], s[i])
	}
	return state
}

// sha256Initial is the initial hash value. It is the first 32 bits of the fractional parts of the
// square roots of the first eight primes.
var sha256Initial = [8]uint32{
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
}

// sha256Round holds the rounds' constants. They are the first 32 bits of the fractional parts of
// the cube roots of the first 64 primes.
var sha256Round = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}
