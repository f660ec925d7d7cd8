// Precomputed multiples of the bases: to[i] = 2^doublings·from[i], affine again.
//
// A thread doubles a few points in XYZZ and divides all by their ZZZ together, by P. L.
// Montgomery's trick: one inversion, and three multiplications an element. With i = 1/ZZZ: y = Y·i,
// and x = X/ZZ = X·(ZZ·i)², because ZZ³ = ZZZ².
#pragma once

#include "../curve/xyzz.cuh"
#include "args.cuh"

namespace msm {

constexpr int precompute_threads = 128;
constexpr int precompute_batch = 16;

template <class G> DEV void precompute(const PrecomputeArgs& a) {
  using F = typename G::Coordinate;
  const u32 threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
  Xyzz<F> points[precompute_batch];
  F products[precompute_batch];  // of the ZZZ before this one
  F product = F::one();
  u32 count = 0;
  for (u32 i = thread; i < a.count && count < precompute_batch; i += threads, count++) {
    Xyzz<F> p = Xyzz<F>::from_affine(Affine<F>::load(static_cast<const Affine<F>*>(a.from) + i));
    for (u32 d = 0; d < a.doublings; d++) {
      if constexpr (is_large<F>) p = double_rarely(p);
      else p = double_point(p);
    }
    points[count] = p;
    products[count] = product;
    if (!p.is_infinity()) product = F::mul(product, p.zzz);
  }
  F inverse = F::inverse(product);
  for (u32 k = count; k-- > 0;) {
    const Xyzz<F> p = points[k];
    Affine<F> q{F::zero(), F::zero()};
    if (!p.is_infinity()) {
      const F i = F::mul(inverse, products[k]);
      inverse = F::mul(inverse, p.zzz);
      q.x = F::canonical(F::mul(p.x, F::sqr(F::mul(p.zz, i))));
      q.y = F::canonical(F::mul(p.y, i));
    }
    Affine<F>* to = static_cast<Affine<F>*>(a.to) + thread + (u64)k * threads;
    F::store(&to->x, q.x);
    F::store(&to->y, q.y);
  }
}

}  // namespace msm
