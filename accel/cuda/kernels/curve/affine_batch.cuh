// Sums of a thread in XYZZ, made affine together by P. L. Montgomery's trick: one inversion for all
// of them, and seven products and a square for each.
//
// With i = 1/ZZZ: y = Y·i, and x = X/ZZ = X·(ZZ·i)², because ZZ³ = ZZZ².
#pragma once

#include "xyzz.cuh"

constexpr u32 affine_batch = 16;  // points, at most

template <class F> struct AffineBatch {
  Xyzz<F> points[affine_batch];
  F products[affine_batch];  // of the ZZZ before this one
  F product = F::one();
  u32 count = 0;

  DEV bool full() const { return count == affine_batch; }

  DEV void add(const Xyzz<F>& p) {
    points[count] = p;
    products[count] = product;
    if (!p.is_infinity()) product = F::mul(product, p.zzz);
    count++;
  }

  // Calls write(k, point) for each point k, fully reduced.
  template <class Write> DEV void store(Write write) const {
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
      write(k, q);
    }
  }
};
