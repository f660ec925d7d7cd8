package integers

import "math/bits"

// matrix has the effect of 62 division steps on a pair, times 2^62: u·f + v·g and q·f + r·g.
type matrix struct{ u, v, q, r int64 }

// divisionSteps takes 62 division steps on the low words of f and g. Eta counts the steps until f
// and g change places. Several bits of g become zero at once, by a multiple of f (P. Wuille, The
// safegcd implementation in libsecp256k1 explained, 2021).
func divisionSteps(eta int64, f, g uint64) (int64, matrix) {
	u, v, q, r := int64(1), int64(0), int64(0), int64(1)
	for left := wordBits; ; {
		zeros := bits.TrailingZeros64(g|^uint64(0)<<(left&63)) & 63
		g >>= zeros
		u <<= zeros
		v <<= zeros
		eta -= int64(zeros)
		if left -= zeros; left == 0 {
			return eta, matrix{u, v, q, r}
		}
		if eta < 0 {
			eta = -eta
			f, g = g, -f
			u, q = q, -u
			v, r = r, -v
		}
		// f·(f² − 2) is −1/f modulo 64.
		ones := ^uint64(0) >> ((64 - min(int(eta)+1, left)) & 63) & 63
		times := f * g * (f*f - 2) & ones
		g += times * f
		q += int64(times) * u
		r += int64(times) * v
	}
}

// divide applies division steps to f and g, whose sums 2^62 divides.
func (field *Inverter) divide(m *matrix, f, g *signed) {
	var x, y sum
	for i := range field.last + 1 {
		x.add(m.u, f[i])
		x.add(m.v, g[i])
		y.add(m.q, f[i])
		y.add(m.r, g[i])
		low, high := x.shift(), y.shift()
		if i > 0 {
			f[i-1], g[i-1] = low, high
		}
	}
	f[field.last], g[field.last] = int64(x.low), int64(y.low)
}

// reduce applies division steps to d and e, and adds multiples of the modulus. So 2^62 divides the
// sums. They stay above minus twice the modulus and below it.
func (f *Inverter) reduce(m *matrix, d, e *signed) {
	last := f.last
	signD, signE := d[last]>>63, e[last]>>63
	timesD, timesE := m.u&signD+m.v&signE, m.q&signD+m.r&signE
	lowD := uint64(m.u)*uint64(d[0]) + uint64(m.v)*uint64(e[0])
	lowE := uint64(m.q)*uint64(d[0]) + uint64(m.r)*uint64(e[0])
	timesD -= int64((f.inverse*lowD + uint64(timesD)) & mask)
	timesE -= int64((f.inverse*lowE + uint64(timesE)) & mask)
	var x, y sum
	for i := range last + 1 {
		x.add(m.u, d[i])
		x.add(m.v, e[i])
		x.add(timesD, f.modulus[i])
		y.add(m.q, d[i])
		y.add(m.r, e[i])
		y.add(timesE, f.modulus[i])
		low, high := x.shift(), y.shift()
		if i > 0 {
			d[i-1], e[i-1] = low, high
		}
	}
	d[last], e[last] = int64(x.low), int64(y.low)
}

// sum is a signed number of 128 bits.
type sum struct{ high, low uint64 }

func (s *sum) add(a, b int64) {
	high, low := bits.Mul64(uint64(a), uint64(b))
	high -= uint64(a>>63&b) + uint64(b>>63&a)
	var carry uint64
	s.low, carry = bits.Add64(s.low, low, 0)
	s.high, _ = bits.Add64(s.high, high, carry)
}

// shift returns the low 62 bits, and divides the sum by 2^62.
func (s *sum) shift() int64 {
	word := int64(s.low & mask)
	s.low = s.low>>wordBits | s.high<<(64-wordBits)
	s.high = uint64(int64(s.high) >> wordBits)
	return word
}
