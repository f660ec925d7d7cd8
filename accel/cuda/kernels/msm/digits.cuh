// Signed digits of width c: Σ d_w·2^(c·w) with −2^(c−1) < d_w ≤ 2^(c−1), from the least significant window on; a window
// whose value, with the carry of the one below, is above 2^(c−1) is lowered by 2^c and carries one on. So 2^(c−1) buckets
// serve a window, as −P costs nothing. The top window carries nothing out when windows·c exceeds the scalar's length.
#pragma once

#include "args.cuh"

namespace msm {

// Walks over the digits of one scalar that are not zero: each gives its bucket and its entry value.
template <class G> struct DigitWalk {
  using Scalar = typename G::Scalar;

  const Digits& d;
  Scalar scalar;  // out of Montgomery form, shifted right as the walk goes on
  u32 window = 0, set = 0, multiple = 0, carry = 0;
  u32 base;       // its index
  u32 first_set;  // of the scalar's vector

  DEV DigitWalk(const Digits& digits, u32 index) : d(digits) {
    scalar = Scalar::load(static_cast<const Scalar*>(d.scalars) + index);
    if (!d.plain) scalar = Scalar::from_montgomery(scalar);
    const u32 number = d.offset + index;
    base = d.first + number % d.length;
    first_set = number / d.length * d.sets;
  }

  DEV bool next(u32& bucket, u32& value) {
    while (window < d.windows) {
      const u32 mask = (1u << d.bits) - 1, half = 1u << (d.bits - 1);
      const u32 digit = (scalar.v[0] & mask) + carry;
      carry = digit > half;
      const u32 magnitude = carry ? (mask + 1) - digit : digit;
      bucket = ((first_set + set) << (d.bits - 1)) + magnitude - 1;
      value = (multiple * d.stride + base) | (carry ? sign_bit : 0);
      advance();
      if (magnitude != 0) return true;
    }
    return false;
  }

 private:
  DEV void advance() {
    shift_right();
    window++;
    if (++set == d.sets) set = 0, multiple++;
  }

  DEV void shift_right() {
  UNROLL
    for (int i = 0; i < Scalar::N - 1; i++) scalar.v[i] = __funnelshift_r(scalar.v[i], scalar.v[i + 1], d.bits);
    scalar.v[Scalar::N - 1] >>= d.bits;
  }
};

}  // namespace msm
