package catalog

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/consensys/gnark/frontend"
	stdbits "github.com/consensys/gnark/std/math/bits"
)

// word is a 32-bit word of SHA-256 as its bits, the least significant first. Each is a boolean: a
// constant, or a wire that is constrained to be 0 or 1.
type word [32]frontend.Variable

// words builds the operations of SHA-256 on words (FIPS 180-4, sections 4.1.2 and 6.2.2).
type words struct{ api frontend.API }

// each is the word of these bits.
func each(bit func(i int) frontend.Variable) (r word) {
	for i := range r {
		r[i] = bit(i)
	}
	return r
}

func (w words) constant(value uint32) word {
	return each(func(i int) frontend.Variable { return value >> i & 1 })
}

// fromBytes is the big-endian word of four bytes, which it constrains to be bytes.
func (w words) fromBytes(b [4]frontend.Variable) (r word) {
	for i := range b {
		copy(r[24-8*i:], w.api.ToBinary(b[i], 8))
	}
	return r
}

// mix is the exclusive or of a word rotated to the right by x, y and z. With shift as true it is
// shifted by z instead.
func (w words) mix(a word, x, y, z int, shift bool) word {
	return each(func(i int) frontend.Variable {
		mixed := w.api.Xor(a[(i+x)%32], a[(i+y)%32])
		if shift && i+z >= 32 {
			return mixed
		}
		return w.api.Xor(mixed, a[(i+z)%32])
	})
}

// choose takes the bits of b where a is 1, and of c elsewhere.
func (w words) choose(a, b, c word) word {
	return each(func(i int) frontend.Variable { return w.api.Select(a[i], b[i], c[i]) })
}

// majority is ab + c(a + b − 2ab), bit by bit.
func (w words) majority(a, b, c word) word {
	return each(func(i int) frontend.Variable {
		ab := w.api.Mul(a[i], b[i])
		odd := w.api.Sub(w.api.Add(a[i], b[i]), w.api.Mul(2, ab))
		return w.api.Add(ab, w.api.Mul(c[i], odd))
	})
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

// compress hashes one block into the state.
func (w words) compress(state [8]word, block [16]word) [8]word {
	var schedule [64]word
	copy(schedule[:], block[:])
	for t := 16; t < 64; t++ {
		s0 := w.mix(schedule[t-15], 7, 18, 3, true)
		s1 := w.mix(schedule[t-2], 17, 19, 10, true)
		schedule[t] = w.sum(s1, schedule[t-7], s0, schedule[t-16])
	}
	s := state
	for t := range schedule {
		a, e, k := s[0], s[4], w.constant(sha256Round[t])
		s1 := w.mix(e, 6, 11, 25, false)
		choice := w.choose(e, s[5], s[6])
		s0 := w.mix(a, 2, 13, 22, false)
		next := w.sum(s[7], s1, choice, k, schedule[t], s0, w.majority(a, s[1], s[2]))
		fifth := w.sum(s[3], s[7], s1, choice, k, schedule[t])
		s = [8]word{next, a, s[1], s[2], fifth, e, s[5], s[6]}
	}
	for i := range state {
		state[i] = w.sum(state[i], s[i])
	}
	return state
}

// sha256Initial is the initial hash value, and sha256Round holds the rounds' constants.
var (
	sha256Initial = fractions(8, math.Sqrt)
	sha256Round   = fractions(64, math.Cbrt)
)

// fractions are 32 bits of the roots of the first n primes, behind the point.
func fractions(n int, root func(float64) float64) (all []uint32) {
	for p := int64(2); len(all) < n; p++ {
		if big.NewInt(p).ProbablyPrime(0) { // which is exact below 2^64
			_, fraction := math.Modf(root(float64(p)))
			all = append(all, uint32(fraction*(1<<32)))
		}
	}
	return all
}
