// Reduction: Σ (b+1)·S_b over the buckets b = 0, 1, … of each set.
//
// A set is cut into segments of K = 2^k buckets. For segment s a quad of lanes (curve/quad.cuh) walks from its last bucket to its first with the
// running sums T_s = Σ S_b and W_s = Σ (b mod K + 1)·S_b (D. E. Knuth's summation, as in D. J. Bernstein, J. Doumen,
// T. Lange, J.-J. Oosterwijk, "Faster batch forgery identification", 2012, §4). Then
//
//   Σ (b+1)·S_b = Σ_s W_s + K·Σ_s s·T_s = Σ_s W_s + Σ_j 2^(k+j)·Q_j,   Q_j = Σ of T_s over the s with bit j set,
//
// where no multiplication by s and no long chain is left: the rows Q_0, Q_1, …, Σ W_s are plain sums, made by blocks in
// trees, and the doublings in between, a few dozen, are the host's.
#pragma once

#include "accumulate.cuh"

namespace msm {

constexpr u32 reduce_threads = 128, reduce_quads = reduce_threads / 4;

template <class G> DEV void reduce_segments(const ReduceArgs& a) {
  using F = typename G::Coordinate;
  using Point = Xyzz<F>;
  const u32 segment = (blockIdx.x * blockDim.x + threadIdx.x) / 4;
  const bool active = segment < a.sets << a.segment_bits;
  const Point* buckets = static_cast<const Point*>(a.buckets) + (u64)segment * a.segment;
  F sum = F::zero(), weighted = F::zero();
  for (u32 i = a.segment; i > 0; i--) {
    sum = quad::add(sum, quad::load(active ? buckets + i - 1 : nullptr));
    weighted = quad::add(weighted, sum);
  }
  if (!active) return;
  quad::store(static_cast<Point*>(a.sums) + segment, sum);
  quad::store(static_cast<Point*>(a.weighted) + segment, weighted);
}

// The i-th number that has bit j set, counting from 0.
DEV u32 with_bit(u32 i, u32 j) { return ((i >> j) << (j + 1)) | (1u << j) | (i & ((1u << j) - 1)); }

// Block (x, row, set) sums its share of one row.
template <class G> DEV void reduce_rows(const ReduceArgs& a) {
  using F = typename G::Coordinate;
  using Point = Xyzz<F>;
  const u32 row = blockIdx.y, set = blockIdx.z;
  const bool is_weighted = row == a.segment_bits;
  const Point* from = static_cast<const Point*>(is_weighted ? a.weighted : a.sums) + ((u64)set << a.segment_bits);
  const u32 count = is_weighted ? 1u << a.segment_bits : (1u << a.segment_bits) / 2;
  F sum = F::zero();
  for (u32 first = blockIdx.x * reduce_quads; first < count; first += gridDim.x * reduce_quads) {
    const u32 i = first + threadIdx.x / 4;
    sum = quad::add(sum, quad::load(i < count ? from + (is_weighted ? i : with_bit(i, row)) : nullptr));
  }
  sum = quad::block_sum<F, reduce_threads>(sum);
  const u64 place = ((u64)set * (a.segment_bits + 1) + row) * a.partial_count + blockIdx.x;
  if (threadIdx.x < 4) quad::store(static_cast<Point*>(a.partials) + place, sum);
}

// Block (row, set) sums the partial sums of its row.
template <class G> DEV void reduce_partials(const ReduceArgs& a) {
  using F = typename G::Coordinate;
  using Point = Xyzz<F>;
  const u64 place = (u64)blockIdx.y * (a.segment_bits + 1) + blockIdx.x;
  const Point* partials = static_cast<const Point*>(a.partials) + place * a.partial_count;
  F sum = F::zero();
  for (u32 first = 0; first < a.partial_count; first += reduce_quads) {
    const u32 i = first + threadIdx.x / 4;
    sum = quad::add(sum, quad::load(i < a.partial_count ? partials + i : nullptr));
  }
  sum = quad::block_sum<F, reduce_threads>(sum);
  if (threadIdx.x < 4) quad::store(static_cast<Point*>(a.results) + place, F::canonical(sum));
}

}  // namespace msm
