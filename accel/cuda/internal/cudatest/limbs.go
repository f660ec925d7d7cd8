package cudatest

import (
	"math/big"
	"math/rand/v2"
)

// MontgomeryRadix is R = 2^(64·limbs).
func MontgomeryRadix(limbs int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(64*limbs)) }

// PutLimbs writes a number in little-endian limbs.
func PutLimbs(to []uint64, v *big.Int) {
	mask := new(big.Int).SetUint64(^uint64(0))
	v = new(big.Int).Set(v)
	for i := range to {
		to[i] = new(big.Int).And(v, mask).Uint64()
		v.Rsh(v, 64)
	}
}

// GetLimbs reads a number in little-endian limbs.
func GetLimbs(from []uint64) *big.Int {
	v := new(big.Int)
	for i := len(from) - 1; i >= 0; i-- {
		v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(from[i]))
	}
	return v
}

// HostileResidues are limb patterns at the edges of the numbers that kernels may meet. These
// numbers are below 2p, not only below p.
func HostileResidues(p *big.Int, limbs int, r *rand.Rand) []*big.Int {
	p2 := new(big.Int).Lsh(p, 1)
	offset := func(a *big.Int, d int64) *big.Int { return new(big.Int).Add(a, big.NewInt(d)) }
	values := []*big.Int{
		big.NewInt(0), big.NewInt(1), big.NewInt(2),
		offset(p, -1), p, offset(p, 1), offset(p2, -1), offset(p2, -2),
	}
	// All ones below a limb's edge, and a single one at it.
	for bit := 31; bit < p2.BitLen(); bit += 32 {
		ones := offset(new(big.Int).Lsh(big.NewInt(1), uint(bit+1)), -1)
		values = append(values, ones, offset(ones, 1), new(big.Int).Sub(p2, offset(ones, 1)))
	}
	for range 40 {
		words := make([]uint64, limbs)
		for i := range words {
			switch r.IntN(4) {
			case 0:
				words[i] = 0
			case 1:
				words[i] = ^uint64(0)
			default:
				words[i] = r.Uint64()
			}
		}
		values = append(values, new(big.Int).Mod(GetLimbs(words), p2))
	}
	var fit []*big.Int
	for _, v := range values {
		if v.Sign() >= 0 && v.Cmp(p2) < 0 {
			fit = append(fit, v)
		}
	}
	return fit
}
