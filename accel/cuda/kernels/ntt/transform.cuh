// Number-theoretic transforms in place, several levels a pass.
//
// Decimation in frequency takes natural order to bit-reversed order. It divides: block j of 2m
// coefficients is a polynomial modulo X^(2m) − w², and becomes its residues modulo X^m − w and
// X^m + w,
//
//   (a, b) → (a + w·b, a − w·b),   w = twiddles[j] = ω^(j with its bits reversed),
//
// until m = 1. Then position p holds the value at ω^(p with its bits reversed) (W. M. Gentleman, G.
// Sande, "Fast Fourier transforms for fun and profit", AFIPS 1966, with the twiddles of J. W.
// Cooley, J. W. Tukey). One twiddle serves a whole block. So a level reads as many elements of the
// table, from its start and in order, as it has blocks: the first levels read few, the last ones
// read neighbours. Decimation in time goes back, from bit-reversed to natural order:
//
//   (a, b) → (a + b, (a − b)·w).
//
// With ω^−1 in the place of ω, the first is the inverse transform from natural order and the second
// the one from bit-reversed order, both times n. They need no second table: ω^−e = −ω^(n/2−e), and
// where j = 2^k + i, 0 ≤ i < 2^k, stands for e, 2^k + (2^k − 1 − i) stands for n/2 − e.
//
// A pass does `levels` levels on tiles of 2^10 elements in shared memory. A tile has all rows,
// 2^low apart, that meet in these levels, and as many neighbouring columns as fill it, so that
// device memory is read in whole sectors. If there are fewer columns than that, it has several
// groups of rows. Within the tile, registers do two levels at a time (radix 4).
//
// Shared memory holds an element as words of 16 bytes, each word of all elements side by side. The
// place of an element is its index with bit 3 xored into bits 0 and 2, and bit 4 into bits 1 and 2.
// So the eight threads that are served at once find eight different banks, whatever the distance of
// the rows.
#pragma once

#include "powers.cuh"

constexpr int batch_limit = 16;

struct TransformArgs {
  const void* from[batch_limit];  // a vector for each row of the grid; may be `to`
  void* to[batch_limit];
  const void* twiddles;  // [n/2]
  Powers before;         // factors of the elements that are read,
  Powers after;          // and of those that are written
  u32 log_n;
  u32 low;  // log₂ of the distance between rows
  u32 levels;
  u32 inverse;  // whether ω^−1 takes ω's place
};

namespace ntt {

constexpr int tile_bits = 10;
constexpr int threads = 256;

// Where the elements of a block's tile stand: bits of an index in the tile are, from above, group,
// row, column.
struct Tile {
  u32 bits, levels, low, columns;
  u32 group, column;  // the first of the tile
  u32 groups;         // log₂

  DEV Tile(const TransformArgs& a, u32 block) {
    bits = min((u32)tile_bits, a.log_n);
    levels = a.levels, low = a.low;
    columns = min(bits - levels, low);
    groups = bits - levels - columns;
    const u32 across = low - columns;
    column = (block & ((1u << across) - 1)) << columns;
    group = (block >> across) << groups;
  }

  DEV u32 size() const { return 1u << bits; }

  // index in the vector
  DEV u32 index(u32 i) const {
    const u32 g = group + (i >> (levels + columns)), row = (i >> columns) & ((1u << levels) - 1);
    return ((g << levels | row) << low) + column + (i & ((1u << columns) - 1));
  }

  // The block that the rows of thread t belong to at a level that joins rows 2^level apart, 2^radix
  // of them a thread.
  DEV u32 twiddle(u32 t, u32 level, u32 radix) const {
    return (group << (levels - level - radix)) + (t >> (columns + level));
  }
};

// The tile in shared memory.
template <class F> struct Cells {
  uint4* words;

  static DEV u32 place(u32 i) { return i ^ ((i >> 3 & 1) * 5) ^ ((i >> 4 & 1) * 6); }

  DEV F get(u32 i) const {
    const u32 p = place(i);
    F r;
    UNROLL
    for (int k = 0; k < F::N / 4; k++) {
      const uint4 w = words[(k << tile_bits) + p];
      r.v[4 * k] = w.x, r.v[4 * k + 1] = w.y, r.v[4 * k + 2] = w.z, r.v[4 * k + 3] = w.w;
    }
    return r;
  }

  DEV void put(u32 i, const F& x) const {
    const u32 p = place(i);
    UNROLL
    for (int k = 0; k < F::N / 4; k++)
      words[(k << tile_bits) + p] =
          make_uint4(x.v[4 * k], x.v[4 * k + 1], x.v[4 * k + 2], x.v[4 * k + 3]);
  }
};

// A twiddle, and whether it is 1: the first block of each level has that one, and the first level
// no other.
template <class F> struct Twiddle {
  F w;
  bool one;

  // twiddles[j], or its inverse
  DEV Twiddle(const TransformArgs& a, u32 j) : one(j == 0) {
    const F* table = static_cast<const F*>(a.twiddles);
    if (a.inverse == 0) {
      w = F::load(table + j);
    } else {
      const u32 top = one ? 0 : 1u << (31 - __clz(j));
      w = F::negate(F::load(table + (one ? 0 : 3 * top - 1 - j)));
    }
  }

  DEV F times(const F& x) const { return one ? x : F::mul(x, w); }
};

template <class F> DEV void butterfly_frequency(F& a, F& b, const Twiddle<F>& w) {
  const F t = w.times(b);
  b = F::sub(a, t);
  a = F::add(a, t);
}

template <class F> DEV void butterfly_time(F& a, F& b, const Twiddle<F>& w) {
  const F t = F::sub(a, b);
  a = F::add(a, b);
  b = w.times(t);
}

// One level of the tile: rows 2^level apart.
template <class F, bool frequency>
DEV void radix2(const TransformArgs& a, const Tile& tile, const Cells<F>& cells, u32 level) {
  const u32 q = tile.columns + level;
  ROLLED
  for (u32 t = threadIdx.x; t < tile.size() / 2; t += blockDim.x) {
    const u32 i = (t >> q) << (q + 1) | (t & ((1u << q) - 1));
    const Twiddle<F> w(a, tile.twiddle(t, level, 1));
    F x = cells.get(i), y = cells.get(i + (1u << q));
    if constexpr (frequency) butterfly_frequency(x, y, w);
    else butterfly_time(x, y, w);
    cells.put(i, x);
    cells.put(i + (1u << q), y);
  }
}

// Two levels at once: rows 2^level and 2^(level+1) apart.
template <class F, bool frequency>
DEV void radix4(const TransformArgs& a, const Tile& tile, const Cells<F>& cells, u32 level) {
  const u32 q = tile.columns + level, t = threadIdx.x;
  const u32 i = (t >> q) << (q + 2) | (t & ((1u << q) - 1)), j = tile.twiddle(t, level, 2);
  F x[4];
  if constexpr (frequency) {
    UNROLL
    for (int k = 0; k < 4; k++) x[k] = cells.get(i + (k << q));
    const Twiddle<F> w(a, j);
    butterfly_frequency(x[0], x[2], w);
    butterfly_frequency(x[1], x[3], w);
    butterfly_frequency(x[0], x[1], Twiddle<F>(a, 2 * j));
    butterfly_frequency(x[2], x[3], Twiddle<F>(a, 2 * j + 1));
  } else {
    UNROLL
    for (int k = 0; k < 4; k += 2) {
      x[k] = cells.get(i + (k << q)), x[k + 1] = cells.get(i + ((k + 1) << q));
      butterfly_time(x[k], x[k + 1], Twiddle<F>(a, 2 * j + k / 2));
    }
    const Twiddle<F> w(a, j);
    butterfly_time(x[0], x[2], w);
    butterfly_time(x[1], x[3], w);
  }
  UNROLL
  for (int k = 0; k < 4; k++) cells.put(i + (k << q), x[k]);
}

// All levels of the pass: the odd one, if there is one, where the rows are farthest apart.
template <class F>
DEV void descend(const TransformArgs& a, const Tile& tile, const Cells<F>& cells) {
  u32 level = tile.levels;
  if (level & 1) {
    radix2<F, true>(a, tile, cells, --level);
    __syncthreads();
  }
  ROLLED
  while (level != 0) {
    level -= 2;
    radix4<F, true>(a, tile, cells, level);
    __syncthreads();
  }
}

template <class F>
DEV void ascend(const TransformArgs& a, const Tile& tile, const Cells<F>& cells) {
  u32 level = 0;
  ROLLED
  for (; level + 1 < tile.levels; level += 2) {
    radix4<F, false>(a, tile, cells, level);
    __syncthreads();
  }
  if (level < tile.levels) {
    radix2<F, false>(a, tile, cells, level);
    __syncthreads();
  }
}

// Multiplies the elements that this thread has read, or will write, by their factors.
template <class F> DEV void scale(const Powers& powers, const Tile& tile, const Cells<F>& cells) {
  if (powers.order == no_factor) return;
  ROLLED
  for (u32 i = threadIdx.x; i < tile.size(); i += blockDim.x)
    cells.put(i, scaled(cells.get(i), powers, tile.index(i)));
}

template <class F, bool frequency> DEV void pass(const TransformArgs& a) {
  SHARED(uint4, words, F::N / 4 << tile_bits);
  const Cells<F> cells{words};
  const Tile tile(a, blockIdx.x);
  const F* from = static_cast<const F*>(a.from[blockIdx.y]);
  UNROLL
  for (u32 k = 0; k < 4; k++) {
    const u32 i = threadIdx.x + k * blockDim.x;
    if (i < tile.size()) cells.put(i, F::load(from + tile.index(i)));
  }
  scale(a.before, tile, cells);
  __syncthreads();
  if constexpr (frequency) descend<F>(a, tile, cells);
  else ascend<F>(a, tile, cells);
  scale(a.after, tile, cells);
  F* to = static_cast<F*>(a.to[blockIdx.y]);
  UNROLL
  for (u32 k = 0; k < 4; k++) {
    const u32 i = threadIdx.x + k * blockDim.x;
    if (i < tile.size()) F::store(to + tile.index(i), F::canonical(cells.get(i)));
  }
}

}  // namespace ntt
