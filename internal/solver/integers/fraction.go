package integers

import (
	"errors"
	"math/bits"
)

// Fraction is a quotient of two integers modulo p, from 0 to p − 1.
type Fraction struct {
	Size    uint     // of a limb, in bits, from 1 to 64
	Modulus []uint64 // the limbs of p > 0

	// Numerator and Denominator are the numbers of limbs. Without a numerator, which is 1 then, the
	// fraction is an inverse.
	Numerator, Denominator int
}

var errNoInverse = errors.New("limbs: the denominator has no inverse")

// Solve computes the fraction's limbs from the limbs that are set, the numerator's first. The
// results are the remainder's limbs of the work, as many as the modulus has.
func (f *Fraction) Solve(w *Work) error {
	w.recompose(f.Modulus, f.Size)
	if len(trim(w.words)) == 1 {
		return f.solveWord(w, w.words[0])
	}
	SetWords(&w.modulus, w.words)
	w.compose(w.limbs[f.Numerator:][:f.Denominator], f.Size)
	SetWords(&w.low, w.words)
	if w.rest.ModInverse(&w.low, &w.modulus) == nil {
		return errNoInverse
	}
	if f.Numerator > 0 {
		w.compose(w.limbs[:f.Numerator], f.Size)
		SetWords(&w.low, w.words)
		w.high.Mul(&w.low, &w.rest)
		w.quotient.QuoRem(&w.high, &w.modulus, &w.rest)
	}
	w.Remainder = w.split(w.Remainder, len(f.Modulus), &w.rest, f.Size)
	return nil
}

func (f *Fraction) solveWord(w *Work, p uint64) error {
	w.compose(w.limbs[f.Numerator:][:f.Denominator], f.Size)
	x, ok := inverse(remainder(w.words, p), p)
	if !ok {
		return errNoInverse
	}
	if f.Numerator > 0 {
		w.compose(w.limbs[:f.Numerator], f.Size)
		high, low := bits.Mul64(x, remainder(w.words, p))
		x = bits.Rem64(high, low, p)
	}
	w.Remainder = zeros(w.Remainder, len(f.Modulus))
	for i := range w.Remainder {
		if from := uint(i) * f.Size; from < 64 {
			w.Remainder[i] = x >> from & (1<<f.Size - 1)
		}
	}
	return nil
}

func remainder(x []uint64, p uint64) (r uint64) {
	for i := len(x) - 1; i >= 0; i-- {
		r = bits.Rem64(r, x[i], p)
	}
	return r
}

// inverse returns the inverse of x < p modulo p by Euclid's algorithm. It is from 0 to p − 1.
func inverse(x, p uint64) (uint64, bool) {
	// a·x ≡ ±v and b·x ≡ ∓u modulo p, where a and b stay below p or equal to it.
	u, v, b, a := p, x, uint64(0), uint64(1)
	negative := false
	for v != 0 {
		quotient := u / v
		u, v = v, u-quotient*v
		a, b = b+quotient*a, a
		negative = !negative
	}
	switch {
	case u != 1:
		return 0, false
	case p == 1:
		return 0, true
	case !negative:
		return p - b, true
	}
	return b, true
}

// recompose sets the words to the natural number with short limbs.
func (w *Work) recompose(limbs []uint64, size uint) {
	w.words = zeros(w.words, (len(limbs)*int(size)+63)/64)
	for i, x := range limbs {
		put(w.words, i*int(size), x)
	}
}

// compose sets the words to the natural number with these limbs. Limbs that are longer than their
// size overlap.
func (w *Work) compose(limbs [][]uint64, size uint) {
	longest := 0
	for _, x := range limbs {
		longest = max(longest, len(x))
	}
	w.words = zeros(w.words, (len(limbs)*int(size)+63)/64+longest+1)
	for i, x := range limbs {
		at, shift := i*int(size)/64, uint(i)*size%64
		var low, c uint64 // the part for the next word, and the carry
		for j := at; j < len(w.words) && (j-at < len(x) || low|c != 0); j++ {
			word := uint64(0)
			if j-at < len(x) {
				word = x[j-at]
			}
			w.words[j], c = bits.Add64(w.words[j], word<<shift|low, c)
			low = word >> (64 - shift)
		}
	}
}
