// A point times a scalar, by windows of four bits from the most significant one on.
//
// A scalar plus 8·16^k for every window k but the top one has digits between 0 and 15. Less 8 they
// are the scalar's signed digits from −8 to 7, so that eight multiples of the point suffice. All
// threads of a warp double and add in step.
#pragma once

#include "../curve/xyzz.cuh"

namespace points {

constexpr u32 multiple_bits = 4, multiples = 1u << (multiple_bits - 1);

// s·q for a scalar s that is not in Montgomery form. `shared` is shared memory, of S::N words a
// thread.
template <class F, class S> DEV Xyzz<F> multiply(const Affine<F>& q, const S& s, u32* shared) {
  if (q.is_infinity()) return Xyzz<F>::infinity();
  u32 offsets[S::N], digits[S::N];
  UNROLL
  for (int i = 0; i < S::N; i++) offsets[i] = i == S::N - 1 ? 0x08888888u : 0x88888888u;
  limbs::add<S::N>(digits, s.v, offsets);  // < 2^(32N), as s ≤ 2^(32N−1)
  UNROLL
  for (int i = 0; i < S::N; i++) shared[i * blockDim.x + threadIdx.x] = digits[i];

  Xyzz<F> table[multiples];  // k + 1 times q
  table[0] = Xyzz<F>::from_affine(q);
  ROLLED
  for (u32 k = 1; k < multiples; k++) {
    Xyzz<F> next = table[k - 1];
    add_affine(next, q);
    table[k] = next;
  }
  constexpr u32 windows = 32 * S::N / multiple_bits;
  Xyzz<F> sum = Xyzz<F>::infinity();
  ROLLED
  for (u32 w = windows; w-- > 0;) {
    if (!sum.is_infinity()) {
      ROLLED
      for (u32 k = 0; k < multiple_bits; k++) sum = double_often(sum);
    }
    const u32 word = shared[w / 8 * blockDim.x + threadIdx.x];
    const i32 digit = (i32)(word >> (w % 8 * multiple_bits) & 15) - (w == windows - 1 ? 0 : 8);
    if (digit == 0) continue;
    Xyzz<F> multiple = table[(digit < 0 ? -digit : digit) - 1];
    if (digit < 0) multiple.y = F::negate(multiple.y);
    sum = add_points(sum, multiple);
  }
  return sum;
}

}  // namespace points
