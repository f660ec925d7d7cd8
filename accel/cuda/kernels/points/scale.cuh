// Points times scalars of their own, in place.
#pragma once

#include "../curve/affine_batch.cuh"
#include "args.cuh"
#include "multiply.cuh"

namespace points {

constexpr int threads = 128;

// The place of number i, with a bit of its own at position `low`: bit is 0 or 1 << low.
DEV u32 place_of(u32 i, u32 low, u32 bit) {
  const u32 below = i & ((1u << low) - 1);
  return ((i - below) << 1) | bit | below;
}

template <class G> DEV void scale(const ScalePointsArgs& a) {
  using F = typename G::Coordinate;
  using S = typename G::Scalar;
  SHARED(u32, limbs, threads * S::N);
  const u32 step = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
  Affine<F>* const to = static_cast<Affine<F>*>(a.to);
  AffineBatch<F> batch;
  ROLLED
  for (u32 i = thread; i < a.count && !batch.full(); i += step) {
    const u32 p = place_of(i, a.low, a.offset);
    S s = S::load(static_cast<const S*>(a.scalars) + ((p & a.mask) << a.shift));
    if (!a.plain) s = S::from_montgomery(s);
    batch.add(multiply(Affine<F>::load(to + p), s, limbs));
  }
  const u32 low = a.low, offset = a.offset;
  batch.store([=](u32 k, const Affine<F>& p) {
    Affine<F>::store(to + place_of(thread + k * step, low, offset), p);
  });
}

}  // namespace points
