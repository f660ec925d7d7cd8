// Inverses of all elements, by P. L. Montgomery's trick: one inversion and three products an
// element.
//
// A thread takes every gridDim·blockDim-th element, so that neighbours read neighbours. Going up,
// it leaves in `to` the product of the elements before each one. Going down, with the inverse of
// the product of all that are left, it takes off one element at a time. Zeros are skipped, and
// stay.
#pragma once

#include "elementwise.cuh"

namespace vector {

constexpr int invert_threads = 128;

template <class F> DEV void invert(const InvertArgs& a) {
  const u32 first = thread_index(), step = gridDim.x * blockDim.x;
  if (first >= a.count) return;
  F product = F::one();
  ROLLED
  for (u32 i = first; i < a.count; i += step) {
    const F x = load<F>(a.from, i);
    F::store(static_cast<F*>(a.to) + i, product);
    if (!x.is_zero()) product = F::mul(product, x);
  }
  F inverse = F::inverse(product);
  const u32 last = first + (a.count - 1 - first) / step * step;
  ROLLED
  for (u32 i = last;; i -= step) {
    const F x = load<F>(a.from, i);
    if (x.is_zero()) {
      store(a.to, i, F::zero());
    } else {
      store(a.to, i, F::mul(inverse, load<F>(a.to, i)));
      inverse = F::mul(inverse, x);
    }
    if (i == first) break;
  }
}

}  // namespace vector
