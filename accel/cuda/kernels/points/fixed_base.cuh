// Multiples of one base by many scalars: E. F. Brickell, D. M. Gordon, K. S. McCurley, D. B.
// Wilson, "Fast exponentiation with precomputation" (EUROCRYPT 1992).
//
// A table has the multiples d·2^(c·w)·P of every window w, for the digits d from 1 to 2^(c−1), in
// the order of a sum's buckets. A scalar takes one mixed addition a window, and no doublings. The
// kernel makes the table too: its entries are sums over the bits of d, with a table of 2^k·P.
#pragma once

#include "../curve/affine_batch.cuh"
#include "../msm/digits.cuh"
#include "../msm/sum.cuh"
#include "args.cuh"

namespace points {

template <class G> DEV void fixed_base(const FixedBaseArgs& a) {
  using F = typename G::Coordinate;
  using Walk = msm::DigitWalk<G>;
  SHARED(u32, limbs, G::accumulate_threads * Walk::words);
  const u32 threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
  const Affine<F>* const table = static_cast<const Affine<F>*>(a.table);
  msm::Sum<G> sum;
  AffineBatch<F> batch;
  const Digits digits{a.scalars, a.count,   0,         a.count, 0, 0,
                      a.bits,    a.windows, a.windows, a.plain, 0};
  Walk walk(digits, limbs);
  ROLLED
  for (u32 i = thread; i < a.count && !batch.full(); i += threads) {
    walk.begin(i);
    sum = Xyzz<F>::infinity();
    ROLLED
    for (u32 w = 0; w < a.windows; w++) {
      const u32 entry = walk.next();
      if (entry == msm::no_entry) continue;
      const Affine<F>* const multiple = table + (entry & ~sign_bit);
      sum.add(&multiple->x, &multiple->y, entry & sign_bit);
    }
    batch.add(sum);
  }
  Affine<F>* const to = static_cast<Affine<F>*>(a.to) + thread;
  batch.store([=](u32 k, const Affine<F>& p) { Affine<F>::store(to + (u64)k * threads, p); });
}

}  // namespace points
