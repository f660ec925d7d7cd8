// Reduction: Σ (b+1)·S_b over the buckets b = 0, 1, … of each set.
//
// A set is a table of 2^r rows and 2^c columns, with bucket b = 2^c·row + column. With R the sums
// of its rows and C those of its columns, which take two additions a bucket in all,
//
//   Σ (b+1)·S_b = Σ_row 2^c·row·R_row + Σ_column column·C_column + Σ_row R_row.
//
// The sums on the right have about the square root as many points. Their factors go bit by bit. Let
// Q_j = Σ C_column over the columns that have bit j set, and Q_(c+j) = Σ R_row over the rows that
// have bit j set. Then the whole is Σ_j 2^j·Q_j + Σ_row R_row.
//
// All of these are plain sums, which quads (curve/quad.cuh) make in trees. No chain is as long as
// that of running sums (D. E. Knuth's, in D. J. Bernstein, J. Doumen, T. Lange, J.-J. Oosterwijk,
// "Faster batch forgery identification", 2012, §4), and no point is multiplied by a number. The
// host does the doublings in between, one a bit.
#pragma once

#include "accumulate.cuh"

namespace msm {

constexpr u32 lines_threads = 128, most_bits_threads = 256;

// Blocks (·, 0) sum the rows of all sets, one set after the other, and blocks (·, 1) the columns. A
// group of quads sums a line; each of its quads takes 2^share_bits buckets.
template <class G> DEV void reduce_lines(const ReduceArgs& a) {
  using F = typename G::Coordinate;
  using Point = Xyzz<F>;
  const bool rows = blockIdx.y == 0;
  const u32 lines = a.sets << (rows ? a.row_bits : a.column_bits);
  const u32 group_bits = (rows ? a.column_bits : a.row_bits) - a.share_bits,
            quads = 1u << group_bits;
  const u32 number = (blockIdx.x * lines_threads + threadIdx.x) / quad::size,
            own = number & (quads - 1), line = number >> group_bits;

  const u32 set = line >> a.column_bits, column = line & ((1u << a.column_bits) - 1);  // of columns
  const u32 first = rows ? line << a.column_bits : (set << (a.row_bits + a.column_bits)) + column;
  const u32 stride = rows ? 1 : 1u << a.column_bits;
  const Point* buckets = static_cast<const Point*>(a.buckets) + first;
  F sum = F::zero();
  for (u32 i = 0; i < 1u << a.share_bits; i++)
    sum = quad::add(sum,
                    quad::load(line < lines ? buckets + (u64)(i * quads + own) * stride : nullptr));
  sum = quad::block_sum<F, lines_threads>(sum, quads);
  if (line < lines && own == 0)
    quad::store(static_cast<Point*>(rows ? a.rows : a.columns) + line, sum);
}

// The i-th number that has bit j set, counting from 0.
DEV u32 with_bit(u32 i, u32 j) { return ((i >> j) << (j + 1)) | (1u << j) | (i & ((1u << j) - 1)); }

// Block (j, set) makes Q_j of a set or, after the last bit, the sum of all rows. It has no more
// quads than there are lines to add.
template <class G> DEV void reduce_bits(const ReduceArgs& a) {
  using F = typename G::Coordinate;
  using Point = Xyzz<F>;
  const u32 j = blockIdx.x, set = blockIdx.y, bits = a.row_bits + a.column_bits;
  const bool is_column = j < a.column_bits, all = j == bits;
  const u32 line_bits = is_column ? a.column_bits : a.row_bits,
            bit = is_column ? j : j - a.column_bits;
  const Point* lines =
      static_cast<const Point*>(is_column ? a.columns : a.rows) + ((u64)set << line_bits);
  const u32 count = (1u << line_bits) / (all ? 1 : 2);
  const u32 quads = blockDim.x / quad::size;
  F sum = F::zero();
  for (u32 first = 0; first < count; first += quads) {
    const u32 i = first + quad::in_block();
    sum = quad::add(sum, quad::load(i < count ? lines + (all ? i : with_bit(i, bit)) : nullptr));
  }
  sum = quad::block_sum<F, most_bits_threads>(sum, quads);
  if (quad::in_block() == 0)
    quad::store(static_cast<Point*>(a.results) + ((u64)set * (bits + 1) + j), F::canonical(sum));
}

}  // namespace msm
