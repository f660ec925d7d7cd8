// Products of all elements up to each one: a scan, in three steps (G. E. Blelloch, "Prefix sums and
// their applications", 1990). product_tiles multiplies the elements of each tile. product_scan, one
// block, replaces these products by those of all tiles before. product_apply does the tiles again,
// each starting from its product.
//
// In a tile each thread has a few elements in a row. The products of the threads before it come
// from a scan over the block.
#pragma once

#include "../platform/scan.cuh"
#include "elementwise.cuh"

namespace vector {

constexpr int product_threads = 256;
constexpr int product_run = 8;  // elements a thread
constexpr int product_tile = product_threads * product_run;

// The product of x of all threads before this one, and in `all` that of every thread.
template <class F> DEV F product_before(const F& x, F& all) {
  return scan::block(x, F::one(), all, [](const F& a, const F& b) { return F::mul(a, b); });
}

// The product of a thread's run.
template <class F> DEV F product_of_run(const void* from, u32 first, u32 count) {
  F product = F::one();
  ROLLED
  for (u32 i = first; i < min(first + product_run, count); i++)
    product = F::mul(product, load<F>(from, i));
  return product;
}

template <class F> DEV void product_tiles(const ProductArgs& a) {
  const u32 first = thread_index() * product_run;
  F all;
  product_before(product_of_run<F>(a.from, first, a.count), all);
  if (threadIdx.x == 0) F::store(static_cast<F*>(a.tiles) + blockIdx.x, all);
}

template <class F> DEV void product_scan(const ProductArgs& a) {
  const u32 tiles = (a.count + product_tile - 1) / product_tile;
  F* products = static_cast<F*>(a.tiles);
  F carry = F::one();
  ROLLED
  for (u32 base = 0; base < tiles; base += product_threads) {
    const u32 i = base + threadIdx.x;
    F all;
    const F before = product_before(i < tiles ? F::load(products + i) : F::one(), all);
    if (i < tiles) F::store(products + i, F::mul(carry, before));
    carry = F::mul(carry, all);
  }
}

template <class F> DEV void product_apply(const ProductArgs& a) {
  const u32 first = thread_index() * product_run;
  F all;
  const F before = product_before(product_of_run<F>(a.from, first, a.count), all);
  F product = F::mul(load<F>(a.tiles, blockIdx.x), before);
  ROLLED
  for (u32 i = first; i < min(first + product_run, a.count); i++) {
    const F x = load<F>(a.from, i);
    if (a.exclusive) store(a.to, i, product);
    product = F::mul(product, x);
    if (!a.exclusive) store(a.to, i, product);
  }
}

}  // namespace vector
