// Sums and differences of pairs of points, in place: the butterflies of a transform over points, by
// decimation in frequency (W. M. Gentleman, G. Sande, "Fast Fourier transforms: for fun and
// profit", AFIPS 1966). The differences are scaled by their twiddles then.
#pragma once

#include "scale.cuh"

namespace points {

template <class G> DEV void butterfly(const ButterflyArgs& a) {
  using F = typename G::Coordinate;
  const u32 step = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
  Affine<F>* const points = static_cast<Affine<F>*>(a.points);
  const u32 low = a.low, bit = 1u << low;
  AffineBatch<F> batch;
  ROLLED
  for (u32 i = thread; i < a.count && !batch.full(); i += step) {
    const Xyzz<F> first = Xyzz<F>::from_affine(Affine<F>::load(points + place_of(i, low, 0)));
    Affine<F> second = Affine<F>::load(points + place_of(i, low, bit));
    ROLLED
    for (u32 k = 0; k < 2; k++) {
      Xyzz<F> sum = first;
      if (!second.is_infinity()) add_affine(sum, second);
      batch.add(sum);
      second.y = F::negate(second.y);
    }
  }
  batch.store([=](u32 k, const Affine<F>& p) {
    Affine<F>::store(points + place_of(thread + k / 2 * step, low, k % 2 == 0 ? 0 : bit), p);
  });
}

}  // namespace points
