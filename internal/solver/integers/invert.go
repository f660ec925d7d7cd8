package integers

import "math/big"

// signed is the sum of its words times powers of 2^62. All but the last of a field's words are not
// negative and below 2^62. Those behind it are zero.
type signed [maxWords]int64

const maxWords = 7 // enough for the fields of all curves' scalars

const (
	wordBits = 62
	mask     = 1<<wordBits - 1
)

// Inverter inverts elements of a prime field, in Montgomery form.
//
// It is the algorithm of Bernstein and Yang (Fast constant-time gcd computation and modular
// inversion, TCHES 2019): division steps on a pair f, g, which begin as the modulus and the
// element, until g is zero. The low words of 62 bits decide on as many steps, which are a matrix
// then, for that pair and for the element's factors d, e in it. gnark-crypto's binary algorithm has
// a branch a bit, which a processor cannot predict, and takes half as long again.
type Inverter struct {
	modulus signed
	last    int    // the index of the last word
	inverse uint64 // of the modulus, modulo 2^62
	squared signed // R² modulo the modulus, where R is Montgomery's
}

// NewInverter returns the inverter for an odd prime of at most 432 bits.
func NewInverter(modulus *big.Int) *Inverter {
	f := &Inverter{last: (modulus.BitLen() + 1) / wordBits} // with two bits more, the sign's apart
	f.modulus = signedOf(modulus)
	odd := uint64(f.modulus[0])
	f.inverse = odd // modulo 8, and to twice as many bits with each of Newton's steps
	for range 5 {
		f.inverse *= 2 - odd*f.inverse
	}
	limbs := (modulus.BitLen() + 63) / 64
	squared := new(big.Int).Lsh(big.NewInt(1), uint(2*64*limbs))
	f.squared = signedOf(squared.Mod(squared, modulus))
	return f
}

func signedOf(x *big.Int) (n signed) {
	rest := new(big.Int).Set(x)
	for i := range n {
		n[i] = int64(rest.Uint64() & mask)
		rest.Rsh(rest, wordBits)
	}
	return n
}

// Invert replaces the words a·R of an element by the words of R/a, or 0. Its time depends on a.
func (f *Inverter) Invert(x []uint64) {
	a, b := f.modulus, fromLimbs(x)
	var d signed
	e := f.squared // instead of 1, which would give 1/(a·R)
	for eta := int64(-1); b != (signed{}); {
		var m matrix
		eta, m = divisionSteps(eta, uint64(a[0]), uint64(b[0]))
		f.reduce(&m, &d, &e)
		f.divide(&m, &a, &b)
	}
	f.settle(&d, a[f.last] < 0)
	toLimbs(x, &d)
}

// settle reduces a factor, or its negative, modulo the modulus. The factor is above minus twice the
// modulus and below it.
func (f *Inverter) settle(d *signed, negative bool) {
	if d[f.last] < 0 {
		f.add(d, 1, &f.modulus)
	}
	if negative {
		f.add(d, -1, new(signed))
	}
	if d[f.last] < 0 {
		f.add(d, 1, &f.modulus)
	}
}

// add sets a to a sign times a, plus b.
func (f *Inverter) add(a *signed, sign int64, b *signed) {
	carry := int64(0)
	for i := range f.last {
		carry += sign*a[i] + b[i]
		a[i] = carry & mask
		carry >>= wordBits
	}
	a[f.last] = carry + sign*a[f.last] + b[f.last]
}

func fromLimbs(x []uint64) (w signed) {
	for i := range w {
		at, shift := wordBits*i/64, wordBits*i%64
		var word uint64
		if at < len(x) {
			word = x[at] >> shift
		}
		if at+1 < len(x) {
			word |= x[at+1] << (64 - shift)
		}
		w[i] = int64(word & mask)
	}
	return w
}

func toLimbs(x []uint64, w *signed) {
	for i := range x {
		at, shift := 64*i/wordBits, 64*i%wordBits
		x[i] = uint64(w[at])>>shift | uint64(w[at+1])<<(wordBits-shift)
		if at+2 < len(w) {
			x[i] |= uint64(w[at+2]) << (2*wordBits - shift)
		}
	}
}
