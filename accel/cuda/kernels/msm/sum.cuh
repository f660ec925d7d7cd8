// The running sum of a thread of the accumulation, as far as it fits in registers; what does not is parked in shared memory,
// where the compiler would otherwise spill to local memory.
#pragma once

#include "../curve/xyzz.cuh"

namespace msm {

// A coordinate in shared memory. The threads' words lie side by side, so that the lanes of a warp never meet in a bank.
// Accesses are volatile: values are to be read again where they are needed, not kept.
template <class F, int threads> struct Parked {
  static constexpr u32 words = sizeof(F) / 4;
  volatile u32* place;

  // Number `index` of the coordinates that this thread has in an array of words[·][threads].
  static DEV Parked in(volatile u32* array, u32 index) { return Parked{array + index * words * threads + threadIdx.x}; }

  DEV operator F() const {
    F value;
    u32* to = reinterpret_cast<u32*>(&value);
  UNROLL
    for (u32 i = 0; i < words; i++) to[i] = place[i * threads];
    return value;
  }
  DEV void operator=(const F& value) {
    const u32* from = reinterpret_cast<const u32*>(&value);
  UNROLL
    for (u32 i = 0; i < words; i++) place[i * threads] = from[i];
  }
};

// sum ± the point at base
template <class Point, class F> DEV void add_loaded(Point& sum, const Affine<F>* from, bool negative) {
  Affine<F> base = Affine<F>::load(from);
  if (base.is_infinity()) return;
  if (negative) base.y = F::negate(base.y);
  add_affine(sum, base);
}

// All of the sum in registers.
template <class F> struct RegisterSum {
  Xyzz<F> point;

  DEV void operator=(const Xyzz<F>& p) { point = p; }
  DEV operator Xyzz<F>() const { return point; }
  DEV void add(const Affine<F>* base, bool negative) { add_loaded(point, base, negative); }
};

// X and Y in registers, ZZ and ZZZ parked.
template <class F, int threads> struct HalfParkedSum {
  struct Point {
    F x, y;
    Parked<F, threads> zz, zzz;

    DEV bool is_infinity() const { return F(zz).is_exact_zero(); }
    DEV void operator=(const Xyzz<F>& p) { x = p.x, y = p.y, zz = p.zz, zzz = p.zzz; }
  } point;

  DEV HalfParkedSum() {
    SHARED(u32, parked, 2 * threads * sizeof(F) / 4);
    point.zz.place = Parked<F, threads>::in(parked, 0).place;
    point.zzz.place = Parked<F, threads>::in(parked, 1).place;
  }
  DEV void operator=(const Xyzz<F>& p) { point = p; }
  DEV operator Xyzz<F>() const { return Xyzz<F>{point.x, point.y, point.zz, point.zzz}; }
  DEV void add(const Affine<F>* base, bool negative) { add_loaded(point, base, negative); }
};

// All of the sum parked, with the two differences of an addition. A product is inlined but stands in a loop, over
// operands in shared memory: eight of them would outgrow the instruction cache, and functions that are called save
// registers in local memory.
template <class F, int threads> class ParkedSum {
  // In the order in which finish multiplies them. What belongs to y comes three after what belongs to x.
  enum Slot : u32 { ZZ, X, P, ZZZ, Y, R, slots };
  static constexpr u32 of_y = ZZZ - ZZ;
  volatile u32* parked;

  DEV Parked<F, threads> at(u32 slot) const { return Parked<F, threads>::in(parked, slot); }
  DEV F get(u32 slot) const { return at(slot); }
  DEV void put(u32 slot, const F& value) { at(slot) = value; }

  static DEV F y_of(const Affine<F>* base, bool negative) {
    const F y = F::load(&base->y);
    return negative ? F::negate(y) : y;
  }

 public:
  DEV ParkedSum() {
    SHARED(u32, array, slots * threads * sizeof(F) / 4);
    parked = array;
  }
  DEV void operator=(const Xyzz<F>& p) { put(X, p.x), put(Y, p.y), put(ZZ, p.zz), put(ZZZ, p.zzz); }
  DEV operator Xyzz<F>() const { return Xyzz<F>{get(X), get(Y), get(ZZ), get(ZZZ)}; }

  // madd-2008-s
  DEV void add(const Affine<F>* base, bool negative) {
    if (Affine<F>::load(base).is_infinity()) return;
    if (get(ZZ).is_exact_zero()) {
      *this = Xyzz<F>{F::load(&base->x), y_of(base, negative), F::one(), F::one()};
      return;
    }
  ROLLED
    for (u32 of = 0; of <= of_y; of += of_y) {
      const F q = of == of_y ? y_of(base, negative) : F::load(&base->x);
      put(P + of, F::sub(F::mul_inlined(q, get(ZZ + of)), get(X + of)));
    }
    const bool same_x = get(P).is_zero(), same_y = get(R).is_zero();
    if (same_x && same_y) begin_doubling(base, negative);
    if (same_x && (!same_y || get(P).is_zero())) {
      *this = Xyzz<F>::infinity();
      return;
    }
    finish(same_x);
  }

 private:
  // 2q is what finish makes of x, y, 1, 1 with p = 2y and r = 3x², but for one term (mdbl-2008-s-1).
  DEV void begin_doubling(const Affine<F>* base, bool negative) {
    *this = Xyzz<F>{F::load(&base->x), y_of(base, negative), F::one(), F::one()};
    put(P, F::twice(get(Y)));
    const F x2 = F::sqr_inlined(get(X));
    put(R, F::add(F::twice(x2), x2));
  }

  DEV void finish(bool doubling) {
    F factor = F::sqr_inlined(get(P));
  ROLLED
    for (u32 slot = ZZ; slot < slots; slot++) {
      put(slot, F::mul_inlined(factor, get(slot)));
      if (slot == P) factor = get(P);
      if (slot == Y) factor = finish_x(doubling);
    }
    put(Y, F::sub(get(R), get(Y)));
  }

  // x = r² − ppp − 2q, without ppp in a doubling; returns q − x.
  DEV F finish_x(bool doubling) {
    F x = F::sqr_inlined(get(R));
    if (!doubling) x = F::sub(x, get(P));
    const F q = get(X);
    x = F::sub(x, F::twice(q));
    put(X, x);
    return F::sub(q, x);
  }
};

// What a group's parked_coordinates ask for.
template <class F, int threads, int coordinates> struct SumOf;
template <class F, int threads> struct SumOf<F, threads, 0> { using Type = RegisterSum<F>; };
template <class F, int threads> struct SumOf<F, threads, 2> { using Type = HalfParkedSum<F, threads>; };
template <class F, int threads> struct SumOf<F, threads, 4> { using Type = ParkedSum<F, threads>; };
template <class G> using Sum = typename SumOf<typename G::Coordinate, G::accumulate_threads, G::parked_coordinates>::Type;

}  // namespace msm
