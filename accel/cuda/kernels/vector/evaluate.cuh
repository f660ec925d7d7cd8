// The value of a polynomial at a point. Of T threads, thread t takes the coefficients t, t + T, t +
// 2T, … as a polynomial in pointᵀ, by Horner's rule, so that neighbours read neighbours. Its value
// times pointᵗ is the thread's part of the sum. evaluate_parts adds up the parts of each block.
// evaluate_sum, one block, adds up those of all blocks.
#pragma once

#include "elementwise.cuh"

namespace vector {

constexpr int evaluate_threads = 128;

// The sum of x over the block's threads, evaluate_threads of them, for thread 0.
template <class F> DEV F sum_of_block(F x) {
  SHARED(uint4, words, evaluate_threads * F::N / 4);
  F* shared = reinterpret_cast<F*>(words);
  const u32 t = threadIdx.x;
  F::store(shared + t, x);
  __syncthreads();
  ROLLED
  for (u32 half = evaluate_threads / 2; half != 0; half /= 2) {
    if (t < half) {
      x = F::add(x, F::load(shared + t + half));
      F::store(shared + t, x);
    }
    __syncthreads();
  }
  return x;
}

template <class F> DEV void evaluate_parts(const EvaluateArgs& a) {
  const u32 first = thread_index(), step = gridDim.x * blockDim.x;
  const F point = constant<F>(a.point);
  const F stride = F::power(point, step);
  F sum = F::zero();
  if (first < a.count) {
    ROLLED
    for (u32 i = first + (a.count - 1 - first) / step * step;; i -= step) {
      sum = F::add(F::mul(sum, stride), load<F>(a.from, i));
      if (i == first) break;
    }
    sum = F::mul(sum, F::power(point, first));
  }
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) F::store(static_cast<F*>(a.partials) + blockIdx.x, sum);
}

template <class F> DEV void evaluate_sum(const EvaluateArgs& a) {
  F sum = F::zero();
  ROLLED
  for (u32 i = threadIdx.x; i < a.blocks; i += blockDim.x)
    sum = F::add(sum, load<F>(a.partials, i));
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) store(a.to, 0, sum);
}

}  // namespace vector
