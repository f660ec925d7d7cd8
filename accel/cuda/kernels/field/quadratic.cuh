// A quadratic extension Fp[u]/(u² + β) with a small β: (a0, a1) is a0 + a1·u, as gnark-crypto lays
// E2 out.
//
// The product is Karatsuba's on unreduced products with one reduction a coefficient (D. Aranha, K.
// Karabina, P. Longa, C. Gebotys, J. López, "Faster explicit formulas for computing pairings over
// ordinary curves", EUROCRYPT 2011): with t0 = a0·b0, t1 = a1·b1, t2 = (a0+a1)·(b0+b1)
//
//   (a0 + a1·u)·(b0 + b1·u) = (t0 − β·t1) + (t2 − t0 − t1)·u.
//
// Bounds for coefficients below 2p: β·t1 < 4βp² ≤ p·R needs p/R ≤ 1/(4β), which holds with β = 1 as
// 4p < R, and is asserted for others; t2 − t0 − t1 = a0·b1 + a1·b0 < 8p² < 2pR, reduced to less
// than 3p; t2 < (4p)² < R².
#pragma once

#include "montgomery.cuh"

template <class Base, u32 beta, bool calls = (Base::N > 8)> struct alignas(16) Quadratic {
  using F = Base;
  static constexpr int N = F::N;
  static_assert(beta == 1 || F::modulus.v[N - 1] < 0xffffffffu / (4 * beta), "4·beta·p < R");

  // as in Field
  static constexpr bool called = calls;

  F c0, c1;

  static DEV Quadratic zero() { return Quadratic{F::zero(), F::zero()}; }
  static DEV Quadratic one() { return Quadratic{F::one(), F::zero()}; }
  static DEV Quadratic load(const Quadratic* p) {
    return Quadratic{F::load(&p->c0), F::load(&p->c1)};
  }
  static DEV void store(Quadratic* p, const Quadratic& a) {
    F::store(&p->c0, a.c0);
    F::store(&p->c1, a.c1);
  }
  DEV bool is_exact_zero() const { return c0.is_exact_zero() && c1.is_exact_zero(); }
  DEV bool is_zero() const { return c0.is_zero() && c1.is_zero(); }
  static DEV Quadratic canonical(const Quadratic& a) {
    return Quadratic{F::canonical(a.c0), F::canonical(a.c1)};
  }
  static DEV Quadratic add(const Quadratic& a, const Quadratic& b) {
    return Quadratic{F::add(a.c0, b.c0), F::add(a.c1, b.c1)};
  }
  static DEV Quadratic sub(const Quadratic& a, const Quadratic& b) {
    return Quadratic{F::sub(a.c0, b.c0), F::sub(a.c1, b.c1)};
  }
  static DEV Quadratic twice(const Quadratic& a) {
    return Quadratic{F::twice(a.c0), F::twice(a.c1)};
  }
  static DEV Quadratic negate(const Quadratic& a) {
    return Quadratic{F::negate(a.c0), F::negate(a.c1)};
  }
  static DEV Quadratic flag(bool condition) { return Quadratic{F::flag(condition), F::zero()}; }
  static DEV Quadratic from_montgomery(const Quadratic& a) {
    return Quadratic{F::from_montgomery(a.c0), F::from_montgomery(a.c1)};
  }

  static DEV Quadratic mul(const Quadratic& a, const Quadratic& b) {
    if constexpr (called) return mul_called(a, b);
    else return mul_inlined(a, b);
  }

  static DEV Quadratic sqr(const Quadratic& a) {
    if constexpr (called) return sqr_called(a);
    else return sqr_inlined(a);
  }

  static DEV Quadratic product_difference(const Quadratic& a, const Quadratic& b,
                                          const Quadratic& c, const Quadratic& d) {
    return sub(mul(a, b), mul(c, d));
  }

  static DEV Quadratic conjugate(const Quadratic& a) { return Quadratic{a.c0, F::negate(a.c1)}; }

  // a0² + β·a1²
  static DEV F norm(const Quadratic& a) { return F::add(F::sqr(a.c0), times_beta(F::sqr(a.c1))); }

  // 1/(a0 + a1·u) = (a0 − a1·u)/norm
  static DEV Quadratic inverse(const Quadratic& a) {
    const F i = F::inverse(norm(a));
    return Quadratic{F::mul(a.c0, i), F::negate(F::mul(a.c1, i))};
  }

  // 1/β
  static DEV F inverse_of_beta() { return F::inverse(times_beta(F::one())); }

  // mul and sqr without calls. The square is (a0 + a1)·(a0 − β·a1) + (β − 1)·a0·a1 and 2·a0·a1.
  static DEV Quadratic mul_inlined(const Quadratic& a, const Quadratic& b) {
    u32 t0[2 * N], t1[2 * N], t2[2 * N];
    F::multiply_wide(t0, a.c0, b.c0);
    F::multiply_wide(t1, a.c1, b.c1);
    F::multiply_wide(t2, F::add_plain(a.c0, a.c1), F::add_plain(b.c0, b.c1));
    limbs::sub<2 * N>(t2, t2, t0);
    limbs::sub<2 * N>(t2, t2, t1);
    Quadratic r;
    r.c1 = F::correct(F::reduce_wide(t2));
    times_beta_wide(t1);
    r.c0 = F::reduce_difference(t0, t1);
    return r;
  }

  static DEV Quadratic sqr_inlined(const Quadratic& a) {
    const F product = F::mul(a.c0, a.c1), twice = F::twice(product);
    Quadratic r;
    r.c0 = F::mul(F::add(a.c0, a.c1), F::sub(a.c0, times_beta(a.c1)));
    if constexpr (beta == 5) r.c0 = F::add(r.c0, F::twice(twice));
    r.c1 = twice;
    return r;
  }

 private:
  static DEV_NOINLINE Quadratic mul_called(Quadratic a, Quadratic b) { return mul_inlined(a, b); }
  static DEV_NOINLINE Quadratic sqr_called(Quadratic a) { return sqr_inlined(a); }

  static DEV F times_beta(const F& a) {
    if constexpr (beta == 1) return a;
    static_assert(beta == 1 || beta == 5, "other multiples are not written");
    return F::add(F::twice(F::twice(a)), a);
  }

  static DEV void times_beta_wide(u32* t) {
    if constexpr (beta == 5) {
      u32 four[2 * N];
      limbs::add<2 * N>(four, t, t);
      limbs::add<2 * N>(four, four, four);
      limbs::add<2 * N>(t, t, four);
    }
  }
};
