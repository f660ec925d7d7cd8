package plan

import "github.com/gnark-accel/gnark-accel/accel/cuda/kernels"

// FixedBase is how scalars are cut into windows for multiples of one base
// (kernels/points/fixed_base.cuh).
type FixedBase struct{ Bits, Windows int }

// widestDigit is the width of the widest windows: their tables still fit the cache of an H100.
const widestDigit = 16

// NewFixedBase returns the windows with the least work for n scalars. The memory, in bytes,
// suffices to make their table. Without enough memory they are the narrowest ones.
func NewFixedBase(g *Group, n int, bytes uint64) FixedBase {
	best := fixedBaseOf(g, narrowestWindow)
	for bits := narrowestWindow + 1; bits <= widestDigit; bits++ {
		f := fixedBaseOf(g, bits)
		if f.additions(n) < best.additions(n) && f.bytes(g) <= bytes {
			best = f
		}
	}
	return best
}

// fixedBaseOf returns windows of a width. They are wider than the scalars by one bit at least, as
// signed digits need.
func fixedBaseOf(g *Group, bits int) FixedBase { return FixedBase{bits, g.ScalarBits/bits + 1} }

// bytes is the memory that the table takes while it is made: its entries, the powers that they are
// sums of, and the numbers of either.
func (f FixedBase) bytes(g *Group) uint64 {
	points, scalars := f.Entries()+f.Powers(), max(f.Powers(), f.Digits())
	return uint64(points*g.PointBytes() + scalars*g.ScalarBytes())
}

// additions is the number of additions for n scalars. An entry of the table is a sum over its bits.
func (f FixedBase) additions(n int) int { return n*f.Windows + f.Entries()*f.Bits/2 }

// Digits is the number of multiples of a window in the table.
func (f FixedBase) Digits() int { return 1 << (f.Bits - 1) }

// Entries is the number of multiples in the table.
func (f FixedBase) Entries() int { return f.Windows * f.Digits() }

// Powers is the number of multiples 2^k·P that the table is made of.
func (f FixedBase) Powers() int { return f.Windows * f.Bits }

// PointThreads is the number of threads for n points, or n groups of points. The threads share
// inversions in batches. There are enough of them to fill a device, and no more than groups.
func PointThreads(multiprocessors, n, points int) int {
	return max(CeilDiv(n*points, kernels.AffineBatch), min(n, multiprocessors*minWave))
}
