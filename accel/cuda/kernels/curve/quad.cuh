// Points spread over quads. A quad is four neighbouring lanes of a warp: lane 0 holds X, lane 1 Y,
// lane 2 ZZ, lane 3 ZZZ. An addition is then a chain of four products instead of fourteen, and a
// lane holds a quarter of a point. So chains are short where few points are left to add, and large
// points fit the registers.
//
// Formulas and exceptions are those of xyzz.cuh. All lanes of a warp call these functions together.
// A quad without a point to add adds infinity.
#pragma once

#include "xyzz.cuh"

namespace quad {

enum Lane : u32 { X, Y, ZZ, ZZZ, size };

constexpr u32 quads_of_warp = warp_threads / size;

DEV u32 lane() { return threadIdx.x % size; }

// The number of the own quad in its warp, and in its block.
DEV u32 in_warp() { return warp_lane() / size; }
DEV u32 in_block() { return threadIdx.x / size; }

// The value of a lane of the own quad.
template <class T> DEV T from(const T& value, u32 lane) {
  return shuffle(all_lanes, value, in_warp() * size + lane);
}

// The value of the lane whose number differs in the given bit.
template <class T> DEV T exchange(const T& value, u32 bit) {
  return shuffle(all_lanes, value, warp_lane() ^ bit);
}

// The flag of a lane of the own quad.
DEV bool says(bool flag, u32 lane) {
  return (__ballot_sync(all_lanes, flag) >> (in_warp() * size + lane)) & 1;
}

template <class T> DEV T choose(bool first, const T& a, const T& b) {
  T r;
  const u32 *p = reinterpret_cast<const u32*>(&a), *q = reinterpret_cast<const u32*>(&b);
  u32* to = reinterpret_cast<u32*>(&r);
  UNROLL
  for (u32 i = 0; i < sizeof(T) / 4; i++) to[i] = first ? p[i] : q[i];
  return r;
}

// This lane's coordinate of a point in memory; of infinity for a null pointer.
template <class F> DEV F load(const Xyzz<F>* p) {
  return p == nullptr ? F::zero() : F::load(reinterpret_cast<const F*>(p) + lane());
}
template <class F> DEV void store(Xyzz<F>* p, const F& coordinate) {
  F::store(reinterpret_cast<F*>(p) + lane(), coordinate);
}

// 2a (dbl-2008-s-1), a ≠ ∞. With U = 2Y and M = 3X² the lanes compute, step by step:
//
//   X       X²      S = X·V             M²     M·(S − X3), X3 = M² − 2S
//   Y   V = U²      W = U·V             W·Y    Y3 = M·(S − X3) − W·Y
//   ZZ              ZZ3 = ZZ·V
//   ZZZ                                 ZZZ3 = ZZZ·W
template <class F> DEV F double_point(const F& a) {
  const u32 k = lane();
  const F u = choose(k == Y, F::twice(a), a);
  const F squares = F::mul(u, u), v = from(squares, Y);
  const F by_v = F::mul(u, v), w = from(by_v, Y);
  const F m = F::add(F::twice(squares), squares);
  const F by_w = F::mul(choose(k == X, m, a), choose(k == X, m, w));
  const F x = F::sub(by_w, F::twice(by_v));
  const F last = F::mul(m, F::sub(by_v, x));
  const F y = F::sub(from(last, X), by_w);
  const bool of_order_two = says(u.is_zero(), Y);
  if (of_order_two) return F::zero();
  return choose(k < ZZ, choose(k == X, x, y), choose(k == ZZ, by_v, by_w));
}

template <class F> DEV_NOINLINE F double_point_called(F a) { return double_point(a); }

// a + b (add-2008-s). With P = U2 − U1 and R = S2 − S1 the lanes compute, step by step:
//
//   X     U1 = X1·ZZ2     PP = P²        PPP = P·PP      S1·PPP
//   Y     S1 = Y1·ZZZ2    R²             Q = U1·PP       R·(Q − X3), X3 = R² − PPP − 2Q
//   ZZ    U2 = X2·ZZ1     ZZ1·ZZ2        ZZ3 = …·PP
//   ZZZ   S2 = Y2·ZZZ1    ZZZ1·ZZZ2                      ZZZ3 = …·PPP
template <class F> DEV F add(const F& a, const F& b) {
  const u32 k = lane();
  const bool a_infinite = says(a.is_exact_zero(), ZZ), b_infinite = says(b.is_exact_zero(), ZZ);
  const bool one_infinite = a_infinite || b_infinite;
  F exception = choose(a_infinite, b, a);
  if (__all_sync(all_lanes, one_infinite)) return exception;

  const F crossed = F::mul(a, exchange(b, 2));
  const F opposite = exchange(crossed, 2);
  const F difference = F::sub(choose(k < 2, opposite, crossed), choose(k < 2, crossed, opposite));
  const bool vanishes = difference.is_zero(), same_x = says(vanishes, X),
             same_y = says(vanishes, Y);
  if (__any_sync(all_lanes, same_x && !one_infinite)) {
    const F twice = double_point_called(a);
    if (!one_infinite) exception = choose(same_y, twice, F::zero());
  }

  F kept = exchange(crossed, 1);  // S1 in lane X, U1 in lane Y
  const F squares = F::mul(choose(k < 2, difference, a), choose(k < 2, difference, b));
  const F by_pp =
      F::mul(choose(k == X, difference, choose(k == Y, kept, squares)), from(squares, X));
  const F ppp = from(by_pp, X);
  const F x = F::sub(F::sub(squares, ppp), F::twice(by_pp));  // in lane Y
  kept = choose(k == X, kept, choose(k == Y, difference, squares));
  const F last = F::mul(kept, choose(k == Y, F::sub(by_pp, x), ppp));
  const F other = exchange(choose(k == X, last, x), 1);  // X3 in lane X, S1·PPP in lane Y
  const F sum =
      choose(k < ZZ, choose(k == X, other, F::sub(last, other)), choose(k == ZZ, by_pp, last));
  return choose(one_infinite || same_x, exception, sum);
}

// The sum of one point a quad over the warp, by halves; whole only in the first quad.
template <class F> DEV F warp_sum(F sum) {
  for (u32 half = warp_threads / 2; half >= size; half /= 2) {
    const F other = shuffle_down(all_lanes, sum, half);
    sum = add(sum, choose(warp_lane() < half, other, F::zero()));
  }
  return sum;
}

// The sums of one point a quad over groups of neighbouring quads; `quads` is the size of a group, a
// power of two. The sum is whole only in the first quad of a group. It goes by halves, so that
// warps run out of work as early as possible. All threads of the block call it, at most
// most_threads.
template <class F, u32 most_threads> DEV F block_sum(F sum, u32 quads) {
  SHARED(F, sums, most_threads / 2);
  const u32 own = in_block() & (quads - 1), group = in_block() / quads;
  for (u32 half = quads / 2; half > 0; half /= 2) {
    F* const place = sums + (group * half + (own & (half - 1))) * size + lane();
    __syncthreads();  // of earlier uses of sums
    if (own >= half && own < 2 * half) *place = sum;
    __syncthreads();
    sum = add(sum, own < half ? *place : F::zero());
  }
  return sum;
}

}  // namespace quad
