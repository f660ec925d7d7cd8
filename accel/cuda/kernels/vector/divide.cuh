// Synthetic division of a polynomial by X − point: s[i] = Σ from[j]·pointʲ⁻ⁱ over j ≥ i. s[0] is
// the value at the point, and s[1], s[2], … are the coefficients of the quotient.
//
// s[i] = from[i] + point·s[i+1] is a scan from the highest coefficient down, in the three steps of
// product.cuh. divide_tiles computes each tile's value as a polynomial of its own. divide_scan, one
// block, replaces these by the sums above the tiles. divide_apply does the tiles again, each
// starting from its sum. Each thread has a few coefficients in a row. The sums of a block's threads
// come from a scan in which the sum at distance d counts point^(d·coefficients) times.
#pragma once

#include "elementwise.cuh"

namespace vector {

constexpr int divide_threads = 256;
constexpr int divide_run = 8;  // coefficients a thread
constexpr int divide_tile = divide_threads * divide_run;

// Σ x_u·stepᵘ⁻ᵗ⁻¹ over the threads u > t of the block, for thread t, and in `all` Σ x_u·stepᵘ over
// all of them.
template <class F> DEV F sum_above(F x, F step, F& all) {
  SHARED(uint4, words, divide_threads * F::N / 4);
  F* shared = reinterpret_cast<F*>(words);
  const u32 t = threadIdx.x;
  F::store(shared + t, x);
  __syncthreads();
  ROLLED
  for (u32 distance = 1; distance < divide_threads; distance *= 2) {
    if (t + distance < divide_threads) x = F::add(x, F::mul(F::load(shared + t + distance), step));
    step = F::sqr(step);
    __syncthreads();
    F::store(shared + t, x);
    __syncthreads();
  }
  all = F::load(shared);
  const F above = t == divide_threads - 1 ? F::zero() : F::load(shared + t + 1);
  __syncthreads();
  return above;
}

template <class F> DEV F value_of_run(const DivideArgs& a, u32 first, const F& point) {
  F sum = F::zero();
  ROLLED
  for (u32 i = min(first + divide_run, a.count); i > first; i--)
    sum = F::add(F::mul(sum, point), load<F>(a.from, i - 1));
  return sum;
}

template <class F> DEV void divide_tiles(const DivideArgs& a) {
  const F point = constant<F>(a.point);
  F all;
  sum_above(value_of_run<F>(a, thread_index() * divide_run, point), F::power(point, divide_run),
            all);
  if (threadIdx.x == 0) F::store(static_cast<F*>(a.tiles) + blockIdx.x, all);
}

template <class F> DEV void divide_scan(const DivideArgs& a) {
  const u32 tiles = (a.count + divide_tile - 1) / divide_tile;
  const F step = F::power(constant<F>(a.point), divide_tile);
  const F from_above = F::power(step, divide_threads - 1 - threadIdx.x),
          across = F::power(step, divide_threads);
  F* values = static_cast<F*>(a.tiles);
  F carry = F::zero();
  ROLLED
  for (u32 end = (tiles + divide_threads - 1) / divide_threads * divide_threads; end != 0;
       end -= divide_threads) {
    const u32 i = end - divide_threads + threadIdx.x;
    F all;
    const F above = sum_above(i < tiles ? F::load(values + i) : F::zero(), step, all);
    if (i < tiles) F::store(values + i, F::add(above, F::mul(from_above, carry)));
    carry = F::add(all, F::mul(across, carry));
  }
}

template <class F> DEV void divide_apply(const DivideArgs& a) {
  const F point = constant<F>(a.point), step = F::power(point, divide_run);
  const u32 first = thread_index() * divide_run;
  F all;
  F sum = sum_above(value_of_run<F>(a, first, point), step, all);
  sum = F::add(
      sum, F::mul(F::power(step, divide_threads - 1 - threadIdx.x), load<F>(a.tiles, blockIdx.x)));
  ROLLED
  for (u32 i = min(first + divide_run, a.count); i > first; i--) {
    sum = F::add(F::mul(sum, point), load<F>(a.from, i - 1));
    store(a.to, i - 1, sum);
  }
}

}  // namespace vector
