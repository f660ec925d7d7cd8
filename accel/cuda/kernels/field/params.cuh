// Constants of a prime field, all computed from its modulus when the kernels are compiled.
#pragma once

#include "../platform/platform.cuh"

template <int N> struct Limbs { u32 v[N]; };

namespace params {

// 2·a for a < 2^(32N−1)
template <int N> constexpr Limbs<N> twice(Limbs<N> a) {
  Limbs<N> r{};
  u32 carry = 0;
  for (int i = 0; i < N; i++) {
    r.v[i] = (a.v[i] << 1) | carry;
    carry = a.v[i] >> 31;
  }
  return r;
}

template <int N> constexpr bool less(Limbs<N> a, Limbs<N> b) {
  for (int i = N - 1; i >= 0; i--)
    if (a.v[i] != b.v[i]) return a.v[i] < b.v[i];
  return false;
}

// 2·a mod m, for a < m < 2^(32N−1)
template <int N> constexpr Limbs<N> twice_mod(Limbs<N> a, Limbs<N> m) {
  Limbs<N> r = twice(a);
  if (less(r, m)) return r;
  u64 borrow = 0;
  for (int i = 0; i < N; i++) {
    const u64 t = (u64)r.v[i] - m.v[i] - borrow;
    r.v[i] = (u32)t;
    borrow = (t >> 32) & 1;
  }
  return r;
}

// a·2^k mod m, for a < m
template <int N> constexpr Limbs<N> times_power_of_two(Limbs<N> a, int k, Limbs<N> m) {
  for (int i = 0; i < k; i++) a = twice_mod(a, m);
  return a;
}

// 2^k mod m
template <int N> constexpr Limbs<N> power_of_two(int k, Limbs<N> m) {
  Limbs<N> r{};
  r.v[0] = 1;
  return times_power_of_two(r, k, m);
}

// −1/m mod 2³² by Newton's iteration, for odd m: each round doubles the number of right bits, of
// which m itself has 3.
constexpr u32 negative_inverse(u32 m) {
  u32 x = m;
  for (int i = 0; i < 4; i++) x *= 2 - m * x;
  return 0u - x;
}

}  // namespace params
