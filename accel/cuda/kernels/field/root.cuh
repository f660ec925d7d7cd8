// Square roots.
#pragma once

#include "quadratic.cuh"

namespace root {

// a/2^bits, for the exponents of roots
template <int N> constexpr Limbs<N> shifted(Limbs<N> a, int bits) {
  for (; bits > 0; bits--)
    for (int i = 0; i < N; i++) a.v[i] = a.v[i] >> 1 | (i + 1 < N ? a.v[i + 1] << 31 : 0);
  return a;
}

// The number k with p − 1 = 2^k·q and q odd.
template <int N> constexpr int twos_of(Limbs<N> p) {
  p.v[0] -= 1;
  int k = 0;
  for (; p.v[0] % 2 == 0; k++) p = shifted(p, 1);
  return k;
}

// a^((q−1)/2), from the most significant bit on
template <class F> DEV F power_of_root(const F& a) {
  constexpr Limbs<F::N> exponent = shifted(F::modulus, twos_of(F::modulus) + 1);
  F r = F::one();
  UNROLL
  for (int i = F::N - 1; i >= 0; i--) {
    const u32 word = exponent.v[i];
    ROLLED
    for (u32 bit = 32; bit-- > 0;) {
      r = F::sqr(r);
      if (word >> bit & 1) r = F::mul(r, a);
    }
  }
  return r;
}

// A root of a, or any number if a has none (A. Tonelli, "Bemerkung über die Auflösung quadratischer
// Congruenzen", 1891; D. Shanks, 1973). All threads of a warp go on in step. For p ≡ 3 modulo 4 it
// is a^((p+1)/4). Otherwise the modulus names a root of unity of order 2^k.
template <class F> DEV F of(const F& a) {
  constexpr int k = twos_of(F::modulus);
  const F w = power_of_root(a);
  F x = F::mul(a, w);
  if constexpr (k > 1) {
    F t = F::mul(x, w), c = F::template of<typename F::Parameters::Root>();
    ROLLED
    for (u32 i = k; i > 1; i--) {
      F b = t;
      ROLLED
      for (u32 j = 2; j < i; j++) b = F::sqr(b);
      const F square = F::sqr(c);
      if (!F::sub(b, F::one()).is_zero()) {
        x = F::mul(x, c);
        t = F::mul(t, square);
      }
      c = square;
    }
  }
  return x;
}

// Called, for those of the quadratic extension take three.
template <class F> DEV_NOINLINE F of_called(F a) { return of(a); }

// Whether a is larger than −a, as integers
template <class Modulus, bool calls> DEV bool largest(const Field<Modulus, calls>& a) {
  using F = Field<Modulus, calls>;
  constexpr Limbs<F::N> half = shifted(F::modulus, 1);
  const F x = F::from_montgomery(a);
  u32 difference[F::N];
  return limbs::sub<F::N>(difference, half.v, x.v) != 0;
}
template <class Base, u32 beta, bool calls>
DEV bool largest(const Quadratic<Base, beta, calls>& a) {
  return largest(a.c1.is_zero() ? a.c0 : a.c1);
}

// A root in the field of a curve's coordinates; false if there is none.
template <class Modulus, bool calls>
DEV bool find(const Field<Modulus, calls>& a, Field<Modulus, calls>& x) {
  using F = Field<Modulus, calls>;
  x = of(a);
  return F::sub(F::sqr(x), a).is_zero();
}

// With s² = a0² + β·a1² it is x0² = (a0 ± s)/2 and x1 = a1/(2·x0); β is no square.
template <class Base, u32 beta, bool calls>
DEV bool find(const Quadratic<Base, beta, calls>& a, Quadratic<Base, beta, calls>& x) {
  using F = Base;
  using E = Quadratic<Base, beta, calls>;
  const F s = of_called(E::norm(a)), half = F::inverse(F::twice(F::one()));
  F square = F::mul(F::add(a.c0, s), half);
  x.c0 = of_called(square);
  if (square.is_zero() || !F::sub(F::sqr(x.c0), square).is_zero()) {
    square = F::mul(F::sub(a.c0, s), half);
    x.c0 = of_called(square);
  }
  if (x.c0.is_zero() || !F::sub(F::sqr(x.c0), square).is_zero()) {  // a is in the base field
    x.c0 = F::zero();
    x.c1 = of_called(F::negate(F::mul(a.c0, E::inverse_of_beta())));
  } else {
    x.c1 = F::mul(a.c1, F::inverse(F::twice(x.c0)));
  }
  const E difference = E::sub(E::sqr(x), a);
  return difference.is_zero();
}

}  // namespace root
