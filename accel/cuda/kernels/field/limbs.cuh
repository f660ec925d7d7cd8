// Carry chains over 32-bit limbs, little-endian. This is the one header with PTX in it.
//
// No compiler models the carry flag. So each function is one whole carry chain: the flag never
// lives outside of a function, and within one only volatile statements follow each other. The
// portable twin of each function stands in the second half of the file, and runs where there is no
// GPU.
//
// A "row" is the product of every second limb of a (a[0], a[2], …) with one limb b. Its 64-bit
// products lie side by side, so that one chain adds a row to an accumulator. The odd limbs make a
// second row, one limb higher. A number held as two accumulators, even + 2³²·odd, takes both rows
// without a carry between them. The scheme is that of N. Emmart, J. Luitjens, C. Weems, C. Woolley,
// "Optimizing modular multiplication for NVIDIA's Maxwell GPUs", ARITH 2016, carried over to wide
// multiply-adds, which ptxas makes of each mad.lo/madc.hi pair.
#pragma once

#include "../platform/platform.cuh"

namespace limbs {

#ifdef __CUDA_ARCH__

DEV u32 add_cc(u32 a, u32 b) {
  u32 r;
  asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
DEV u32 addc_cc(u32 a, u32 b) {
  u32 r;
  asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
DEV u32 addc(u32 a, u32 b) {
  u32 r;
  asm volatile("addc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
DEV u32 sub_cc(u32 a, u32 b) {
  u32 r;
  asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
DEV u32 subc_cc(u32 a, u32 b) {
  u32 r;
  asm volatile("subc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
DEV u32 subc(u32 a, u32 b) {
  u32 r;
  asm volatile("subc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

DEV u32 mad_lo_cc(u32 a, u32 b, u32 c) {
  u32 r;
  asm volatile("mad.lo.cc.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
DEV u32 madc_lo_cc(u32 a, u32 b, u32 c) {
  u32 r;
  asm volatile("madc.lo.cc.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
DEV u32 madc_hi_cc(u32 a, u32 b, u32 c) {
  u32 r;
  asm volatile("madc.hi.cc.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}

// (lo, hi) = a·b
DEV void mul_wide(u32& lo, u32& hi, u32 a, u32 b) {
  const u64 product = (u64)a * b;
  lo = (u32)product, hi = (u32)(product >> 32);
}
// (lo, hi) = (c, d) + a·b, as the first and as a later link of a chain
DEV void mad_wide_cc(u32& lo, u32& hi, u32 a, u32 b, u32 c, u32 d) {
  lo = mad_lo_cc(a, b, c);
  hi = madc_hi_cc(a, b, d);
}
DEV void madc_wide_cc(u32& lo, u32& hi, u32 a, u32 b, u32 c, u32 d) {
  lo = madc_lo_cc(a, b, c);
  hi = madc_hi_cc(a, b, d);
}

// a·factor (mod 2³²). −a is taken as ~(a − 1): ptxas 11.8 carries a plain negation on into the
// products, each of which it then makes of two multiplications instead of a wide one.
template <u32 factor> DEV u32 times(u32 a) {
  if constexpr (factor != 0xffffffff) return a * factor;
  u32 r;
  asm volatile("{ .reg .u32 t; sub.u32 t, %1, 1; not.b32 %0, t; }" : "=r"(r) : "r"(a));
  return r;
}

// r = a + b; returns the carry, 0 or 1.
template <int N> DEV u32 add(u32* r, const u32* a, const u32* b) {
  r[0] = add_cc(a[0], b[0]);
  UNROLL
  for (int i = 1; i < N; i++) r[i] = addc_cc(a[i], b[i]);
  return addc(0, 0);
}

// r = a − b; returns the borrow as a mask, 0 or 0xffffffff.
template <int N> DEV u32 sub(u32* r, const u32* a, const u32* b) {
  r[0] = sub_cc(a[0], b[0]);
  UNROLL
  for (int i = 1; i < N; i++) r[i] = subc_cc(a[i], b[i]);
  return subc(0, 0);
}

// acc[0..2C) = row of a and b.
template <int C> DEV void mul_row(u32* acc, const u32* a, u32 b) {
  UNROLL
  for (int j = 0; j < C; j++) mul_wide(acc[2 * j], acc[2 * j + 1], a[2 * j], b);
}

// acc[0..2C) += row of a and b; the caller knows that nothing is carried out.
template <int C> DEV void mad_row(u32* acc, const u32* a, u32 b) {
  mad_wide_cc(acc[0], acc[1], a[0], b, acc[0], acc[1]);
  UNROLL
  for (int j = 1; j < C; j++)
    madc_wide_cc(acc[2 * j], acc[2 * j + 1], a[2 * j], b, acc[2 * j], acc[2 * j + 1]);
}

// acc[0..2C) += row of a and b; the carry goes to top.
template <int C> DEV void mad_row_carry(u32* acc, const u32* a, u32 b, u32& top) {
  mad_row<C>(acc, a, b);
  top = addc(top, 0);
}

// One step of a number even + 2³²·odd being divided by 2³², the accumulators changing places. On
// entry odd still stands where it was as the even accumulator: odd[0] is spent, odd[1] belongs to
// even[0], odd[j+2] is the new odd[j].
//   even[0] += odd[1];  odd[j] = odd[j+2] + row of a and b + the carry of the first addition.
template <int C> DEV void shift_mad_row(u32* even, u32* odd, const u32* a, u32 b) {
  even[0] = add_cc(even[0], odd[1]);
  UNROLL
  for (int j = 0; j < C - 1; j++)
    madc_wide_cc(odd[2 * j], odd[2 * j + 1], a[2 * j], b, odd[2 * j + 2], odd[2 * j + 3]);
  madc_wide_cc(odd[2 * C - 2], odd[2 * C - 1], a[2 * C - 2], b, 0, 0);
}

// The same step with b = even[0]·n0, taken after the addition; returns b.
template <int C, u32 n0> DEV u32 shift_mad_row_reduce(u32* even, u32* odd, const u32* a) {
  even[0] = add_cc(even[0], odd[1]);
  const u32 b = times<n0>(even[0]);
  UNROLL
  for (int j = 0; j < C - 1; j++)
    madc_wide_cc(odd[2 * j], odd[2 * j + 1], a[2 * j], b, odd[2 * j + 2], odd[2 * j + 3]);
  madc_wide_cc(odd[2 * C - 2], odd[2 * C - 1], a[2 * C - 2], b, 0, 0);
  return b;
}

// t = 2·t + the squares a[i]² at limb 2i: the diagonal of a square and the doubling of the rest,
// t[0..2N).
template <int N> DEV void double_add_squares(u32* t, const u32* a) {
  t[0] = add_cc(t[0], t[0]);
  UNROLL
  for (int i = 1; i < 2 * N - 1; i++) t[i] = addc_cc(t[i], t[i]);
  t[2 * N - 1] = addc(t[2 * N - 1], t[2 * N - 1]);
  mad_wide_cc(t[0], t[1], a[0], a[0], t[0], t[1]);
  UNROLL
  for (int i = 1; i < N; i++)
    madc_wide_cc(t[2 * i], t[2 * i + 1], a[i], a[i], t[2 * i], t[2 * i + 1]);
}

#else

// The portable twins go in steps of two limbs: so g++ makes the most of the host's 64 bits.

template <u32 factor> DEV u32 times(u32 a) { return a * factor; }

DEV u64 pair(const u32* limb) { return (u64)limb[1] << 32 | limb[0]; }
DEV void set_pair(u32* limb, u64 value) { limb[0] = (u32)value, limb[1] = (u32)(value >> 32); }

// r = a + b + carry; returns the carry.
DEV u32 add_pair(u32* r, u64 a, u64 b, u32 carry) {
  u64 t;
  const bool first = __builtin_add_overflow(a, b, &t),
             second = __builtin_add_overflow(t, (u64)carry, &t);
  set_pair(r, t);
  return first | second;
}

// r = c + a·b + carry; returns the carry. The product and a carry fit into 64 bits.
DEV u32 mad_pair(u32* r, u32 a, u32 b, u64 c, u32 carry) {
  u64 t;
  carry = __builtin_add_overflow(c, (u64)a * b + carry, &t);
  set_pair(r, t);
  return carry;
}

template <int N> DEV u32 add(u32* r, const u32* a, const u32* b) {
  u32 carry = 0;
  UNROLL
  for (int i = 0; i < N; i += 2) carry = add_pair(r + i, pair(a + i), pair(b + i), carry);
  return carry;
}

template <int N> DEV u32 sub(u32* r, const u32* a, const u32* b) {
  u32 borrow = 0;
  UNROLL
  for (int i = 0; i < N; i += 2) {
    u64 t;
    const bool first = __builtin_sub_overflow(pair(a + i), pair(b + i), &t);
    borrow = first | __builtin_sub_overflow(t, (u64)borrow, &t);
    set_pair(r + i, t);
  }
  return 0u - borrow;
}

template <int C> DEV void mul_row(u32* acc, const u32* a, u32 b) {
  UNROLL
  for (int j = 0; j < C; j++) set_pair(acc + 2 * j, (u64)a[2 * j] * b);
}

template <int C> DEV u32 mad_row_out(u32* acc, const u32* a, u32 b) {
  u32 carry = 0;
  UNROLL
  for (int j = 0; j < C; j++) carry = mad_pair(acc + 2 * j, a[2 * j], b, pair(acc + 2 * j), carry);
  return carry;
}

template <int C> DEV void mad_row(u32* acc, const u32* a, u32 b) { mad_row_out<C>(acc, a, b); }

template <int C> DEV void mad_row_carry(u32* acc, const u32* a, u32 b, u32& top) {
  top += mad_row_out<C>(acc, a, b);
}

template <int C> DEV void shift_row(u32* odd, const u32* a, u32 b, u32 carry) {
  UNROLL
  for (int j = 0; j < C - 1; j++)
    carry = mad_pair(odd + 2 * j, a[2 * j], b, pair(odd + 2 * j + 2), carry);
  mad_pair(odd + 2 * C - 2, a[2 * C - 2], b, 0, carry);
}

DEV u32 add_limb(u32& r, u32 a) { return __builtin_add_overflow(r, a, &r); }

template <int C> DEV void shift_mad_row(u32* even, u32* odd, const u32* a, u32 b) {
  const u32 carry = add_limb(even[0], odd[1]);
  shift_row<C>(odd, a, b, carry);
}

template <int C, u32 n0> DEV u32 shift_mad_row_reduce(u32* even, u32* odd, const u32* a) {
  const u32 carry = add_limb(even[0], odd[1]);
  const u32 b = times<n0>(even[0]);
  shift_row<C>(odd, a, b, carry);
  return b;
}

template <int N> DEV void double_add_squares(u32* t, const u32* a) {
  add<2 * N>(t, t, t);
  u32 carry = 0;
  UNROLL
  for (int i = 0; i < N; i++) carry = mad_pair(t + 2 * i, a[i], a[i], pair(t + 2 * i), carry);
}

#endif

}  // namespace limbs
