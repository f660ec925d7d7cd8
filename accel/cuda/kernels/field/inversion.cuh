// Inverses modulo an odd p by division steps (D. J. Bernstein, B.-Y. Yang, "Fast constant-time gcd
// computation and modular inversion", TCHES 2019).
//
// A division step takes (δ, f, g) with odd f to (1−δ, g, (g−f)/2) if δ > 0 and g is odd, and to
// (1+δ, f, (g + (g mod 2)·f)/2) otherwise. From f = p and g = x the steps end with g = 0 and f =
// ±gcd(p, x). Thirty steps depend on the lowest bits of f and g only. Their effect is a matrix with
// entries up to 2³⁰. It is applied to all of f and g, and modulo p to d and e with d·x ≡ f and e·x
// ≡ g (mod p). In the end d ≡ ±1/x. (P. Wuille's notes on the algorithm in libsecp256k1 say how d
// and e are kept between −2p and p.) It takes as long as some fifty products; Fermat's
// exponentiation takes some four hundred.
//
// Numbers have L limbs of 30 bits; the highest limb has the sign. The time depends on x.
#pragma once

#include "params.cuh"

template <class Modulus> struct Inversion {
  static constexpr int N = Modulus::N, bits = 30, L = (32 * N + bits - 1) / bits;
  static constexpr i32 mask = (1 << bits) - 1;
  static_assert(Modulus::modulus.v[N - 1] < (1u << 31), "room for the sign");

  struct Number {
    i32 v[L];
  };

  // The effect of thirty steps on (f, g), times 2³⁰.
  struct Matrix {
    i32 u, v, q, r;
  };

  static HOST_DEV constexpr Number split(const Limbs<N>& a) {
    Number r{};
    UNROLL
    for (int i = 0; i < L; i++) {
      const int word = bits * i / 32, shift = bits * i % 32;
      u32 limb = a.v[word] >> shift;
      if (shift > 32 - bits && word + 1 < N) limb |= a.v[word + 1] << (32 - shift);
      r.v[i] = (i32)(limb & mask);
    }
    return r;
  }

  static constexpr Number modulus = split(Modulus::modulus);
  static constexpr u32 inverse =
      0u - params::negative_inverse(Modulus::modulus.v[0]);  // of p modulo 2³²

  // 1/x mod p for 0 ≤ x < R, and 0 for multiples of p
  static DEV_NOINLINE Limbs<N> of(Limbs<N> x) {
    constexpr Number p = modulus;
    Number f, g, d, e;
    const Number start = split(x);
    UNROLL
    for (int i = 0; i < L; i++) f.v[i] = p.v[i], g.v[i] = start.v[i], d.v[i] = 0, e.v[i] = i == 0;
    i32 eta = -1;  // −δ
    ROLLED
    while (!is_zero(g)) {
      const Matrix t =
          steps(eta, (u32)f.v[0] | (u32)f.v[1] << bits, (u32)g.v[0] | (u32)g.v[1] << bits);
      apply(f, g, t);
      apply_modulo(d, e, t);
    }
    add_if(d, d.v[L - 1] >> 31);
    negate_if(d, f.v[L - 1] >> 31);
    add_if(d, d.v[L - 1] >> 31);
    // A multiple of p has gcd p with it, and no inverse.
    bool unit = true;
    UNROLL
    for (int i = 1; i < L; i++) unit = unit && (f.v[i] == 0 || f.v[i] == (i == L - 1 ? -1 : mask));
    return join(d, unit);
  }

 private:
  // a as limbs of 32 bits if it is wanted, or else 0
  static DEV Limbs<N> join(const Number& a, bool wanted) {
    Limbs<N> r;
    UNROLL
    for (int i = 0; i < N; i++) {
      const int from = 32 * i / bits, shift = 32 * i % bits;
      u32 word = (u32)a.v[from] >> shift;
      if (from + 1 < L) word |= (u32)a.v[from + 1] << (bits - shift);
      r.v[i] = wanted ? word : 0;
    }
    return r;
  }

  static DEV bool is_zero(const Number& a) {
    i32 any = 0;
    UNROLL
    for (int i = 0; i < L; i++) any |= a.v[i];
    return any == 0;
  }

  // Thirty steps on the low words. Zeros below g's lowest one are divided out at once; then as many
  // of its low bits, six at most, as steps follow without f and g changing places, are cleared by a
  // multiple of f: w·f ≡ −g, as −1/f ≡ f·(f² − 2) modulo 64 for odd f.
  static DEV Matrix steps(i32& eta, u32 f, u32 g) {
    u32 u = 1, v = 0, q = 0, r = 1;
    i32 left = bits;
    ROLLED
    while (true) {
      const i32 zeros = __ffs((i32)(g | (0xffffffffu << left))) - 1;
      g >>= zeros, u <<= zeros, v <<= zeros;
      eta -= zeros, left -= zeros;
      if (left == 0) break;
      if (eta < 0) {
        eta = -eta;
        u32 other = f;
        f = g, g = 0u - other;
        other = u, u = q, q = 0u - other;
        other = v, v = r, r = 0u - other;
      }
      const i32 cleared = min(min(eta + 1, left), 6);
      const u32 w = (g * f * (f * f - 2)) & ((1u << cleared) - 1);
      g += f * w, q += u * w, r += v * w;
    }
    return Matrix{(i32)u, (i32)v, (i32)q, (i32)r};
  }

  // (f, g) = t·(f, g)/2³⁰, which is whole
  static DEV void apply(Number& f, Number& g, const Matrix& t) {
    i64 next_f = (i64)t.u * f.v[0] + (i64)t.v * g.v[0],
        next_g = (i64)t.q * f.v[0] + (i64)t.r * g.v[0];
    next_f >>= bits, next_g >>= bits;
    UNROLL
    for (int i = 1; i < L; i++) {
      next_f += (i64)t.u * f.v[i] + (i64)t.v * g.v[i];
      next_g += (i64)t.q * f.v[i] + (i64)t.r * g.v[i];
      f.v[i - 1] = (i32)next_f & mask, g.v[i - 1] = (i32)next_g & mask;
      next_f >>= bits, next_g >>= bits;
    }
    f.v[L - 1] = (i32)next_f, g.v[L - 1] = (i32)next_g;
  }

  // (d, e) = t·(d, e)/2³⁰ modulo p, for numbers between −2p and p: a negative one counts p more,
  // so that both lie between −p and p, as does their image; to make that whole, less than 2³⁰ times
  // p is taken off before the division.
  static DEV void apply_modulo(Number& d, Number& e, const Matrix& t) {
    constexpr Number p = modulus;
    const i32 d_sign = d.v[L - 1] >> 31, e_sign = e.v[L - 1] >> 31;
    i32 more_d = (t.u & d_sign) + (t.v & e_sign), more_e = (t.q & d_sign) + (t.r & e_sign);
    i64 next_d = (i64)t.u * d.v[0] + (i64)t.v * e.v[0],
        next_e = (i64)t.q * d.v[0] + (i64)t.r * e.v[0];
    more_d -= (i32)(((u32)next_d + (u32)p.v[0] * (u32)more_d) * inverse & mask);
    more_e -= (i32)(((u32)next_e + (u32)p.v[0] * (u32)more_e) * inverse & mask);
    next_d += (i64)p.v[0] * more_d, next_e += (i64)p.v[0] * more_e;
    next_d >>= bits, next_e >>= bits;
    UNROLL
    for (int i = 1; i < L; i++) {
      next_d += (i64)t.u * d.v[i] + (i64)t.v * e.v[i] + (i64)p.v[i] * more_d;
      next_e += (i64)t.q * d.v[i] + (i64)t.r * e.v[i] + (i64)p.v[i] * more_e;
      d.v[i - 1] = (i32)next_d & mask, e.v[i - 1] = (i32)next_e & mask;
      next_d >>= bits, next_e >>= bits;
    }
    d.v[L - 1] = (i32)next_d, e.v[L - 1] = (i32)next_e;
  }

  // a + p if the mask is −1
  static DEV void add_if(Number& a, i32 condition) {
    constexpr Number p = modulus;
    UNROLL
    for (int i = 0; i < L; i++) a.v[i] += p.v[i] & condition;
    carry(a);
  }

  // −a if the mask is −1
  static DEV void negate_if(Number& a, i32 condition) {
    UNROLL
    for (int i = 0; i < L; i++) a.v[i] = (a.v[i] ^ condition) - condition;
    carry(a);
  }

  static DEV void carry(Number& a) {
    UNROLL
    for (int i = 0; i < L - 1; i++) {
      a.v[i + 1] += a.v[i] >> bits;
      a.v[i] &= mask;
    }
  }
};
