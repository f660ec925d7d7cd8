// The subgroups of order r, recognised by endomorphisms, which are cheaper than r (M. Scott, "A
// note on group membership tests for G1, G2 and GT on BLS pairing-friendly curves",
// https://eprint.iacr.org/2021/1130). The tests are gnark-crypto's. All take points of the curve.
#pragma once

#include "../field/quadratic.cuh"
#include "xyzz.cuh"

namespace subgroup {

// k·a. Called: the tests of one group take up to three.
template <class F> DEV_NOINLINE Xyzz<F> times(Xyzz<F> a, u64 k) {
  Xyzz<F> r = Xyzz<F>::infinity();
  ROLLED
  for (u32 i = 64; i-- > 0;) {
    r = double_often(r);
    if (k >> i & 1) r = add_points(r, a);
  }
  return r;
}

template <class F> DEV Xyzz<F> negate(Xyzz<F> a) {
  a.y = F::negate(a.y);
  return a;
}

template <class F> DEV bool equal(const Xyzz<F>& a, const Xyzz<F>& b) {
  if (a.is_infinity() || b.is_infinity()) return a.is_infinity() && b.is_infinity();
  return F::sub(F::mul(a.x, b.zz), F::mul(b.x, a.zz)).is_zero() &&
         F::sub(F::mul(a.y, b.zzz), F::mul(b.y, a.zzz)).is_zero();
}

// φ(x, y) = (βx, y) with β³ = 1
template <class F> DEV Xyzz<F> phi(Xyzz<F> a, const F& beta) {
  a.x = F::mul(a.x, beta);
  return a;
}

// ψ(x, y) = (u·x̄, v·ȳ): the Frobenius endomorphism, untwisted before and twisted after it
template <class F> DEV Xyzz<F> psi(const Xyzz<F>& a, const F& u, const F& v) {
  return Xyzz<F>{F::mul(F::conjugate(a.x), u), F::mul(F::conjugate(a.y), v), F::conjugate(a.zz),
                 F::conjugate(a.zzz)};
}

// G1 of a BLS12 curve: −x²·φ(P) = P
template <class F> DEV bool bls12_g1(const Xyzz<F>& p, const F& beta, u64 x) {
  return equal(negate(times(times(phi(p, beta), x), x)), p);
}

// G2 of a BLS12 curve: ψ(P) = x·P, for −x if that is negative
template <class F>
DEV bool bls12_g2(const Xyzz<F>& p, const F& u, const F& v, u64 x, bool negative) {
  const Xyzz<F> r = times(p, x);
  return equal(negative ? negate(r) : r, psi(p, u, v));
}

// G2 of a BN curve: (x + 1)·P + ψ(x·P) + ψ²(x·P) = ψ³(2x·P)
template <class F> DEV bool bn_g2(const Xyzz<F>& p, const F& u, const F& v, u64 x) {
  const Xyzz<F> once = times(p, x), first = psi(once, u, v), second = psi(first, u, v);
  const Xyzz<F> sum = add_points(add_points(second, first), add_points(once, p));
  return equal(double_often(psi(second, u, v)), sum);
}

// Both groups of BW6-761: (x³ − x² + 1)·φ(P) = −(x + 1)·P
template <class F> DEV bool bw6(const Xyzz<F>& p, const F& beta, u64 x) {
  const Xyzz<F> image = phi(p, beta);
  const Xyzz<F> less = add_points(times(image, x), negate(image));
  return equal(add_points(times(times(less, x), x), image), negate(add_points(times(p, x), p)));
}

}  // namespace subgroup
