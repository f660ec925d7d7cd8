// A prime field in Montgomery form with R = 2^(32N), which for 64-bit hosts is gnark-crypto's form.
//
// Values are kept in [0, 2p). Additions and subtractions correct by 2p, multiplications need no
// correction, and only values that leave the device are reduced to [0, p). The bounds below need
// 4p < R: for a, b < 2p a Montgomery product is below (4p² + pR)/R < 2p.
//
// A larger p, up to R/2 (BLS12-381's scalars), has no spare bits, and values are kept in [0, p).
// Sums are corrected by p, and products, below (p² + pR)/R < 2p, once more. `bound` is 2p or p, and
// "below the bound" means "below 2p" in the common case.
//
// Modulus is a struct with `static constexpr int N`, an even number of 32-bit limbs, and `static
// constexpr Limbs<N> modulus`. `calls` makes products called functions: a group law inlines a dozen
// of them, and those of long numbers would outgrow the instruction cache.
#pragma once

#include "inversion.cuh"
#include "limbs.cuh"

template <class Modulus, bool calls = (Modulus::N > 12)> struct alignas(16) Field {
  static constexpr int N = Modulus::N;
  static constexpr u32 n0 = params::negative_inverse(Modulus::modulus.v[0]);
  static_assert(N % 4 == 0, "whole 128-bit words");

  // Constants; a function that needs one takes a local copy, as device code may not refer to them
  // by address.
  static constexpr Limbs<N> modulus = Modulus::modulus;
  static constexpr Limbs<N> twice_modulus = params::twice(modulus);
  static constexpr bool has_spare_bits = modulus.v[N - 1] < (1u << 30);  // 4p < R
  static constexpr Limbs<N> bound = has_spare_bits ? twice_modulus : modulus;
  static_assert(modulus.v[N - 1] < (1u << 31), "2p < R");
  static constexpr Limbs<N> montgomery_one = params::power_of_two(32 * N, modulus);
  static constexpr Limbs<N> radix_squared = params::power_of_two(64 * N, modulus);

  static constexpr bool called = calls;

  using Parameters = Modulus;

  u32 v[N];

  static DEV Field zero() {
    Field r;
    UNROLL
    for (int i = 0; i < N; i++) r.v[i] = 0;
    return r;
  }

  // R mod p, the Montgomery form of 1
  static DEV Field one() {
    constexpr Limbs<N> one = montgomery_one;
    Field r;
    UNROLL
    for (int i = 0; i < N; i++) r.v[i] = one.v[i];
    return r;
  }

  // The Montgomery form of Constant::value, a number below p
  template <class Constant> static DEV Field of() {
    constexpr Limbs<N> form = params::times_power_of_two(Constant::value, 32 * N, modulus);
    Field r;
    UNROLL
    for (int i = 0; i < N; i++) r.v[i] = form.v[i];
    return r;
  }

  // Reads from global memory, 16 bytes at a time.
  static DEV Field load(const Field* p) {
    Field r;
    const uint4* q = reinterpret_cast<const uint4*>(p);
    UNROLL
    for (int i = 0; i < N / 4; i++) {
      const uint4 w = q[i];
      r.v[4 * i] = w.x, r.v[4 * i + 1] = w.y, r.v[4 * i + 2] = w.z, r.v[4 * i + 3] = w.w;
    }
    return r;
  }

  static DEV void store(Field* p, const Field& a) {
    uint4* q = reinterpret_cast<uint4*>(p);
    UNROLL
    for (int i = 0; i < N / 4; i++)
      q[i] = make_uint4(a.v[4 * i], a.v[4 * i + 1], a.v[4 * i + 2], a.v[4 * i + 3]);
  }

  // All limbs zero: exact, so that of the two forms 0 and p of zero it knows only the first.
  DEV bool is_exact_zero() const {
    u32 any = 0;
    UNROLL
    for (int i = 0; i < N; i++) any |= v[i];
    return any == 0;
  }

  // Zero modulo p, for a value in [0, 2p).
  DEV bool is_zero() const {
    constexpr Limbs<N> p = modulus;
    u32 any = 0, other = 0;
    UNROLL
    for (int i = 0; i < N; i++) any |= v[i], other |= v[i] ^ p.v[i];
    return any == 0 || other == 0;
  }

  // The representative in [0, p) of a value in [0, 2p).
  static DEV Field canonical(const Field& a) {
    constexpr Limbs<N> p = modulus;
    return subtract_if_not_less(a, p);
  }

  static DEV_FLAT Field add(const Field& a, const Field& b) {
    constexpr Limbs<N> most = bound;
    Field r;
    limbs::add<N>(r.v, a.v, b.v);  // < 2·bound < R
    return subtract_if_not_less(r, most);
  }

  static DEV_FLAT Field sub(const Field& a, const Field& b) {
    constexpr Limbs<N> most = bound;
    Field r;
    const u32 borrow = limbs::sub<N>(r.v, a.v, b.v);
    u32 correction[N];
    UNROLL
    for (int i = 0; i < N; i++) correction[i] = most.v[i] & borrow;
    limbs::add<N>(r.v, r.v, correction);
    return r;
  }

  static DEV Field twice(const Field& a) { return add(a, a); }

  // bound − a, for a ≤ bound
  static DEV Field negate(const Field& a) {
    constexpr Limbs<N> most = bound;
    Field r;
    limbs::sub<N>(r.v, most.v, a.v);
    return subtract_if_not_less(r, most);
  }

  // a·b/R
  static DEV Field mul(const Field& a, const Field& b) {
    if constexpr (called) return mul_called(a, b);
    else return mul_inlined(a, b);
  }

  // a²/R
  static DEV Field sqr(const Field& a) {
    if constexpr (called) return sqr_called(a);
    else return sqr_inlined(a);
  }

  // (a·b − c·d)/R
  static DEV Field product_difference(const Field& a, const Field& b, const Field& c,
                                      const Field& d) {
    if constexpr (N > 12 || !has_spare_bits) return sub(mul(a, b), mul(c, d));
    else return product_difference_inlined(a, b, c, d);
  }

  // a·R, for a below the bound: into Montgomery form.
  static DEV Field to_montgomery(const Field& a) {
    constexpr Limbs<N> square = radix_squared;
    Field r;
    UNROLL
    for (int i = 0; i < N; i++) r.v[i] = square.v[i];
    return mul(a, r);
  }

  // aᵏ for any k; 1 for k = 0.
  static DEV Field power(Field a, u64 k) {
    Field r = one();
    ROLLED
    for (; k != 0; k >>= 1) {
      if (k & 1) r = mul(r, a);
      a = sqr(a);
    }
    return r;
  }

  // a/R: out of Montgomery form, fully reduced, for any a < R.
  static DEV Field from_montgomery(const Field& a) {
    u32 t[2 * N];
    UNROLL
    for (int i = 0; i < N; i++) t[i] = a.v[i], t[N + i] = 0;
    return canonical(reduce_wide(t));
  }

  // 1/a; 0 for 0.
  static DEV Field inverse(const Field& a) {
    Limbs<N> x;
    UNROLL
    for (int i = 0; i < N; i++) x.v[i] = a.v[i];
    x = Inversion<Modulus>::of(x);  // of a·R, which is R² too small
    Field r;
    UNROLL
    for (int i = 0; i < N; i++) r.v[i] = x.v[i];
    return to_montgomery(to_montgomery(r));
  }

  // A value that is zero if and only if the condition is false, for tests.
  static DEV Field flag(bool condition) {
    Field r = zero();
    r.v[0] = condition;
    return r;
  }

  // Products of twice the length and their reduction, for those who add before they reduce:
  // t[0..2N) = a·b for any a, b < R, and (t + (a multiple of p))/R, which is below p + t/R.
  static DEV void multiply_wide(u32* t, const Field& a, const Field& b) {
    u32 even[2 * N], odd[2 * N];
    UNROLL
    for (int i = 0; i < 2 * N; i++) even[i] = odd[i] = 0;
    limbs::mul_row<N / 2>(even, a.v, b.v[0]);
    limbs::mul_row<N / 2>(odd, a.v + 1, b.v[0]);
    // Row i starts at limb i: in the even accumulator if i is even, in the odd one (a limb lower)
    // if not.
    UNROLL
    for (int i = 1; i < N; i += 2) {
      limbs::mad_row_carry<N / 2>(odd + i - 1, a.v, b.v[i], odd[i - 1 + N]);
      if (i == N - 1) {
        limbs::mad_row<N / 2>(even + N, a.v + 1, b.v[i]);  // the top: a·b < R² carries no further
      } else {
        limbs::mad_row_carry<N / 2>(even + i + 1, a.v + 1, b.v[i], even[i + 1 + N]);
        limbs::mad_row_carry<N / 2>(even + i + 1, a.v, b.v[i + 1], even[i + 1 + N]);
        limbs::mad_row_carry<N / 2>(odd + i + 1, a.v + 1, b.v[i + 1], odd[i + 1 + N]);
      }
    }
    combine_wide(t, even, odd);
  }

  static DEV Field reduce_wide(const u32* t) {
    constexpr Limbs<N> p = modulus;
    u32 even[N], odd[N];
    UNROLL
    for (int i = 0; i < N; i++) even[i] = t[i];
    const u32 m = limbs::times<n0>(even[0]);
    limbs::mul_row<N / 2>(odd, p.v + 1, m);
    limbs::mad_row_carry<N / 2>(even, p.v, m, odd[N - 1]);
    reduce_wide_round(odd, even);
    UNROLL
    for (int i = 2; i < N; i += 2) {
      reduce_wide_round(even, odd);
      reduce_wide_round(odd, even);
    }
    Field r;
    merge(r.v, even, odd);
    limbs::add<N>(r.v, r.v, t + N);
    return r;
  }

  // (t − u)/R below 2p, for t and u below p·R: p·R is added to the difference, so that the
  // reduction gives less than 3p.
  static DEV Field reduce_difference(u32* t, const u32* u) {
    constexpr Limbs<N> p = modulus;
    limbs::sub<2 * N>(t, t, u);
    limbs::add<N>(t + N, t + N, p.v);
    return correct(reduce_wide(t));
  }

  // The representative below 2p of a value below 4p.
  static DEV Field correct(const Field& a) {
    constexpr Limbs<N> p2 = twice_modulus;
    return subtract_if_not_less(a, p2);
  }

  // a + b without correction
  static DEV Field add_plain(const Field& a, const Field& b) {
    Field r;
    limbs::add<N>(r.v, a.v, b.v);
    return r;
  }

  // a·b/R without a call. Coarsely integrated operand scanning (Ç. K. Koç, T. Acar, B. S. Kaliski,
  // "Analyzing and comparing Montgomery multiplication algorithms", IEEE Micro 1996), even and odd
  // rows apart: N rounds of N wide multiply-adds for the product and N for the reduction.
  static DEV_FLAT Field mul_inlined(const Field& a, const Field& b) {
    u32 even[N], odd[N];
    limbs::mul_row<N / 2>(odd, a.v + 1, b.v[0]);
    limbs::mul_row<N / 2>(even, a.v, b.v[0]);
    reduce_round(even, odd);
    mul_round(odd, even, a, b.v[1]);
    UNROLL
    for (int i = 2; i < N; i += 2) {
      mul_round(even, odd, a, b.v[i]);
      mul_round(odd, even, a, b.v[i + 1]);
    }
    Field r;
    merge(r.v, even, odd);
    return below_bound(r);
  }

  // a²/R, likewise
  static DEV_FLAT Field sqr_inlined(const Field& a) {
    u32 t[2 * N];
    square_wide(t, a);
    return below_bound(reduce_wide(t));
  }

 private:
  static DEV_NOINLINE Field mul_called(Field a, Field b) { return mul_inlined(a, b); }
  static DEV_NOINLINE Field sqr_called(Field a) { return sqr_inlined(a); }

  // One reduction for both products, each below 4p² < p·R.
  static DEV_FLAT Field product_difference_inlined(const Field& a, const Field& b, const Field& c,
                                                   const Field& d) {
    u32 t[2 * N], u[2 * N];
    multiply_wide(t, a, b);
    multiply_wide(u, c, d);
    return reduce_difference(t, u);
  }

  // A product, which is below 2p, brought below the bound.
  static DEV Field below_bound(const Field& a) {
    if constexpr (has_spare_bits) return a;
    else return canonical(a);
  }

  static DEV Field subtract_if_not_less(const Field& a, const Limbs<N>& m) {
    Field r;
    const u32 borrow = limbs::sub<N>(r.v, a.v, m.v);
    UNROLL
    for (int i = 0; i < N; i++) r.v[i] = borrow ? a.v[i] : r.v[i];
    return r;
  }

  // even + 2³²·odd += m·p with the m that makes even[0] zero. even's carry has the weight of odd's
  // top limb.
  static DEV void reduce_round(u32* even, u32* odd) {
    constexpr Limbs<N> p = modulus;
    const u32 m = limbs::times<n0>(even[0]);
    limbs::mad_row<N / 2>(odd, p.v + 1, m);
    limbs::mad_row_carry<N / 2>(even, p.v, m, odd[N - 1]);
  }

  // Division by 2³², += a·b, reduction.
  static DEV void mul_round(u32* even, u32* odd, const Field& a, u32 b) {
    limbs::shift_mad_row<N / 2>(even, odd, a.v + 1, b);
    limbs::mad_row_carry<N / 2>(even, a.v, b, odd[N - 1]);
    reduce_round(even, odd);
  }

  // The last division by 2³²: r = even + odd/2³².
  static DEV void merge(u32* r, const u32* even, const u32* odd) {
    u32 shifted[N];
    UNROLL
    for (int i = 0; i < N - 1; i++) shifted[i] = odd[i + 1];
    shifted[N - 1] = 0;
    limbs::add<N>(r, even, shifted);
  }

  static DEV void reduce_wide_round(u32* even, u32* odd) {
    constexpr Limbs<N> p = modulus;
    const u32 m = limbs::shift_mad_row_reduce<N / 2, n0>(even, odd, p.v + 1);
    limbs::mad_row_carry<N / 2>(even, p.v, m, odd[N - 1]);
  }

  // t[0..2N) = a²: the products a[i]·a[j], i < j, once, doubled, and the diagonal.
  static DEV void square_wide(u32* t, const Field& a) {
    u32 even[2 * N], odd[2 * N];
    UNROLL
    for (int i = 0; i < 2 * N; i++) even[i] = odd[i] = 0;
    SquareRows<0>::add(even, odd, a);
    combine_wide(t, even, odd);
    limbs::double_add_squares<N>(t, a.v);
  }

  // Row i of the upper triangle: a[i]·a[j] for j = i+1, i+3, … lies at odd[2i], for j = i+2, i+4, …
  // at even[2i+2].
  template <int i, bool more = (i < N - 1)> struct SquareRows {
    static DEV void add(u32* even, u32* odd, const Field& a) {
      constexpr int odds = (N - i) / 2, evens = (N - 1 - i) / 2;
      limbs::mad_row_carry<odds>(odd + 2 * i, a.v + i + 1, a.v[i], odd[2 * i + 2 * odds]);
      if constexpr (evens > 0)
        limbs::mad_row_carry<evens>(even + 2 * i + 2, a.v + i + 2, a.v[i],
                                    even[2 * i + 2 + 2 * evens]);
      SquareRows<i + 1>::add(even, odd, a);
    }
  };
  template <int i> struct SquareRows<i, false> {
    static DEV void add(u32*, u32*, const Field&) {}
  };

  // t = even + 2³²·odd
  static DEV void combine_wide(u32* t, const u32* even, const u32* odd) {
    u32 shifted[2 * N];
    shifted[0] = 0;
    UNROLL
    for (int i = 1; i < 2 * N; i++) shifted[i] = odd[i - 1];
    limbs::add<2 * N>(t, even, shifted);
  }
};
