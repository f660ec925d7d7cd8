// Precomputed multiples of the bases: to[i] = 2^doublings·from[i], affine again. Without
// doublings the points only get other places.
//
// A thread doubles a few points in XYZZ, which share an inversion.
#pragma once

#include "../curve/affine_batch.cuh"
#include "points.cuh"

namespace msm {

constexpr int precompute_threads = 128;

template <class G> DEV void precompute(const PrecomputeArgs& a) {
  using F = typename G::Coordinate;
  const u32 threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
  const Points<F> from(a.from, a.from_places), to(a.to, a.to_places);
  AffineBatch<F> batch;
  for (u32 i = thread; i < a.count && !batch.full(); i += threads) {
    Xyzz<F> p = Xyzz<F>::from_affine(Affine<F>{from.load(0, i), from.load(1, i)});
    for (u32 d = 0; d < a.doublings; d++) p = double_often(p);
    batch.add(p);
  }
  batch.store([&](u32 k, const Affine<F>& p) {
    to.store(0, thread + k * threads, p.x);
    to.store(1, thread + k * threads, p.y);
  });
}

}  // namespace msm
