// Precomputed multiples of the bases: to[i] = 2^doublings·from[i], affine again.
//
// A thread doubles a few points in XYZZ, which share an inversion.
#pragma once

#include "../curve/affine_batch.cuh"
#include "args.cuh"

namespace msm {

constexpr int precompute_threads = 128;

template <class G> DEV void precompute(const PrecomputeArgs& a) {
  using F = typename G::Coordinate;
  const u32 threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
  AffineBatch<F> batch;
  for (u32 i = thread; i < a.count && !batch.full(); i += threads) {
    Xyzz<F> p = Xyzz<F>::from_affine(Affine<F>::load(static_cast<const Affine<F>*>(a.from) + i));
    for (u32 d = 0; d < a.doublings; d++) p = double_often(p);
    batch.add(p);
  }
  Affine<F>* const to = static_cast<Affine<F>*>(a.to) + thread;
  batch.store([=](u32 k) { return to + (u64)k * threads; });
}

}  // namespace msm
