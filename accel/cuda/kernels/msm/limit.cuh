// The peak rate of Montgomery products: nothing else, in enough threads to fill the chip. No MSM
// adds points faster than this allows; benchmarks say how close it comes.
#pragma once

#include "args.cuh"

struct LimitArgs {
  void* values;  // [threads][2]
  u32 rounds;    // of two products each
  u32 reserved;
};

namespace limit {

constexpr int threads = 128;

template <class F> DEV void products(const LimitArgs& a) {
  F* const at = static_cast<F*>(a.values) + 2 * (u64)(blockIdx.x * blockDim.x + threadIdx.x);
  F x = F::load(at), y = F::load(at + 1);
  ROLLED
  for (u32 i = 0; i < a.rounds; i++) {
    x = F::mul_inlined(x, y);
    y = F::mul_inlined(y, x);
  }
  F::store(at, x);
  F::store(at + 1, y);
}

}  // namespace limit
