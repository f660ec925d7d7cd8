// Signed digits of width c: Σ d_w·2^(c·w) with −2^(c−1) < d_w ≤ 2^(c−1), from the least significant
// window on. A window whose value, with the carry of the one below, is above 2^(c−1) is lowered by
// 2^c and carries one on. So 2^(c−1) buckets serve a window, because −P costs nothing. The top
// window carries nothing out if windows·c exceeds the scalar's length.
#pragma once

#include "args.cuh"

namespace msm {

constexpr u32 no_entry = 0xffffffffu;

// Walks over the digits of one scalar, window by window. The scalar's limbs lie in shared memory,
// so that a window can begin at any of them. All threads of a block do the same, each for its
// scalar.
template <class G> struct DigitWalk {
  using Scalar = typename G::Scalar;
  static constexpr u32 words = Scalar::N + 1;  // of shared memory a thread; the top one is zero

  const Digits& d;
  u32* limbs;  // limb i at limbs[i·blockDim.x]
  u32 base;    // index of the scalar's base
  u32 first;   // bucket of the digit 1 in the first set of the scalar's vector
  u32 window = 0, set = 0, carry = 0;
  u32 multiple = 0;  // index of the window's multiple of base 0

  DEV DigitWalk(const Digits& digits, u32* shared) : d(digits), limbs(shared + threadIdx.x) {}

  // Begins with a scalar; beyond the last one with zero.
  DEV void begin(u32 scalar) {
    Scalar s = Scalar::zero();
    if (scalar < d.count) s = Scalar::load(static_cast<const Scalar*>(d.scalars) + scalar);
    if (!d.plain) s = Scalar::from_montgomery(s);
    UNROLL
    for (int i = 0; i < Scalar::N; i++) limbs[i * blockDim.x] = s.v[i];
    limbs[Scalar::N * blockDim.x] = 0;
    const u32 number = d.offset + scalar;
    base = d.first + number % d.length;
    first = (number / d.length * d.sets) << (d.bits - 1);
    window = set = carry = multiple = 0;
  }

  // The bucket of the next window's digit; no_entry for the digit zero. sign_bit negates the point.
  DEV u32 next() {
    const u32 position = window * d.bits, half = 1u << (d.bits - 1);
    const u32* const word = limbs + position / 32 * blockDim.x;
    const u32 digit =
        (__funnelshift_r(word[0], word[blockDim.x], position) & (2 * half - 1)) + carry;
    carry = digit > half;
    const u32 magnitude = carry ? 2 * half - digit : digit;
    const u32 bucket = first + (set << (d.bits - 1)) + magnitude - 1;
    skip();
    return magnitude == 0 ? no_entry : bucket | carry << 31;
  }

  // Goes on to the next window as far as all threads do.
  DEV void skip() {
    window++;
    if (++set == d.sets) set = 0, multiple += d.stride;
  }
};

}  // namespace msm
