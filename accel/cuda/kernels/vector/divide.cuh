// Synthetic division of a polynomial by X − point: s[i] = Σ from[j]·pointʲ⁻ⁱ over j ≥ i. s[0] is
// the value at the point, and s[1], s[2], … are the coefficients of the quotient.
//
// s[i] = from[i] + point·s[i+1] is a scan from the highest coefficient down, in the three steps of
// product.cuh, whose operation composes maps x ↦ value + factor·x. divide_tiles computes each
// tile's value as a polynomial of its own. divide_scan, one block, replaces these by the sums above
// the tiles. divide_apply does the tiles again, each starting from its sum. Each thread has a few
// coefficients in a row, the first thread the highest ones.
#pragma once

#include "../platform/scan.cuh"
#include "elementwise.cuh"

namespace vector {

constexpr int divide_threads = 256;
constexpr int divide_run = 8;  // coefficients a thread
constexpr int divide_tile = divide_threads * divide_run;
// Blocks that must fit a multiprocessor: two maps of long elements take most registers.
template <class F> constexpr int divide_blocks = F::N > 8 ? 2 : 3;

template <class F> struct LinearMap {
  F value, factor;

  DEV F of(const F& x) const { return F::add(value, F::mul(factor, x)); }
};

// The map of all threads before this one, one after the other, and in `all` that of every thread.
template <class F> DEV LinearMap<F> maps_before(const LinearMap<F>& own, LinearMap<F>& all) {
  return scan::block(
      own, LinearMap<F>{F::zero(), F::one()}, all,
      [](const LinearMap<F>& first, const LinearMap<F>& second) {
        return LinearMap<F>{second.of(first.value), F::mul(second.factor, first.factor)};
      });
}

// The coefficient that the thread's run begins with.
DEV u32 begin_of_run() {
  return blockIdx.x * divide_tile + (divide_threads - 1 - threadIdx.x) * divide_run;
}

template <class F> DEV LinearMap<F> map_of_run(const DivideArgs& a, const F& point) {
  const u32 begin = begin_of_run();
  F sum = F::zero();
  ROLLED
  for (u32 i = min(begin + divide_run, a.count); i > begin; i--)
    sum = F::add(F::mul(sum, point), load<F>(a.from, i - 1));
  return LinearMap<F>{sum, F::power(point, divide_run)};
}

template <class F> DEV void divide_tiles(const DivideArgs& a) {
  LinearMap<F> all;
  maps_before(map_of_run(a, constant<F>(a.point)), all);
  if (threadIdx.x == 0) F::store(static_cast<F*>(a.tiles) + blockIdx.x, all.value);
}

template <class F> DEV void divide_scan(const DivideArgs& a) {
  const u32 tiles = (a.count + divide_tile - 1) / divide_tile;
  const F step = F::power(constant<F>(a.point), divide_tile);
  F* values = static_cast<F*>(a.tiles);
  F carry = F::zero();
  ROLLED
  for (u32 end = (tiles + divide_threads - 1) / divide_threads * divide_threads; end != 0;
       end -= divide_threads) {
    const u32 i = end - 1 - threadIdx.x;
    LinearMap<F> all;
    const F value = i < tiles ? F::load(values + i) : F::zero();
    const LinearMap<F> above = maps_before(LinearMap<F>{value, step}, all);
    if (i < tiles) F::store(values + i, above.of(carry));
    carry = all.of(carry);
  }
}

template <class F> DEV void divide_apply(const DivideArgs& a) {
  const F point = constant<F>(a.point);
  const u32 begin = begin_of_run();
  LinearMap<F> all;
  F sum = maps_before(map_of_run(a, point), all).of(load<F>(a.tiles, blockIdx.x));
  ROLLED
  for (u32 i = min(begin + divide_run, a.count); i > begin; i--) {
    sum = F::add(F::mul(sum, point), load<F>(a.from, i - 1));
    store(a.to, i - 1, sum);
  }
}

}  // namespace vector
