// The running sum of a thread of the accumulation. It stays in registers as far as it fits. The
// rest is parked in shared memory, where the compiler would otherwise spill to local memory.
#pragma once

#include "../curve/xyzz.cuh"

namespace msm {

// A coordinate in shared memory. The words of all threads lie side by side, so that the lanes of a
// warp never meet in a bank. Accesses are volatile: a value is read again where it is needed.
template <class F, int threads> struct Parked {
  static constexpr u32 words = sizeof(F) / 4;
  volatile u32* place;

  // Number `index` of the coordinates that this thread has in an array of words[·][threads].
  static DEV Parked in(volatile u32* array, u32 index) {
    return Parked{array + index * words * threads + threadIdx.x};
  }

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

// sum ± the point whose coordinates lie at x and y
template <class Point, class F>
DEV void add_loaded(Point& sum, const F* x, const F* y, bool negative) {
  Affine<F> base{F::load(x), F::load(y)};
  if (base.is_infinity()) return;
  if (negative) base.y = F::negate(base.y);
  add_affine(sum, base);
}

// All of the sum in registers.
template <class F> struct RegisterSum {
  Xyzz<F> point;

  DEV void operator=(const Xyzz<F>& p) { point = p; }
  DEV operator Xyzz<F>() const { return point; }
  DEV void add(const F* x, const F* y, bool negative) { add_loaded(point, x, y, negative); }
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
  DEV void add(const F* x, const F* y, bool negative) { add_loaded(point, x, y, negative); }
};

// The whole sum and both differences of an addition, parked. All products of an addition are one
// piece of code, in a loop over steps with operands in shared memory. Ten copies of it would
// outgrow the instruction cache, and called functions would save registers in local memory. A
// squaring costs as much as a product here.
template <class F, int threads> class ParkedSum {
  enum Slot : u32 { ZZ, X, P, ZZZ, Y, R, slots };
  // madd-2008-s with one product a step: left · right → slot. Triple serves doublings alone.
  enum Step : u32 {
    DifferenceX,
    DifferenceY,
    Triple,
    Square,
    ScaleZZ,
    ScaleX,
    ScaleP,
    ScaleZZZ,
    ScaleY,
    NewX,
    NewY,
    steps
  };
  volatile u32* parked;

  DEV Parked<F, threads> at(u32 slot) const { return Parked<F, threads>::in(parked, slot); }
  DEV F get(u32 slot) const { return at(slot); }
  DEV void put(u32 slot, const F& value) { at(slot) = value; }

  static DEV F signed_y(const F* at, bool negative) {
    const F y = F::load(at);
    return negative ? F::negate(y) : y;
  }

  // The slot of the right operand. Scaling steps leave their product there, too.
  static DEV u32 slot_of(u32 step) {
    if (step >= ScaleZZ && step <= ScaleY) return ZZ + (step - ScaleZZ);
    if (step == DifferenceX) return ZZ;
    if (step == DifferenceY) return ZZZ;
    if (step == Triple) return X;
    return step == Square ? P : R;
  }

 public:
  DEV ParkedSum() {
    SHARED(u32, array, slots * threads * sizeof(F) / 4);
    parked = array;
  }
  DEV void operator=(const Xyzz<F>& p) { put(X, p.x), put(Y, p.y), put(ZZ, p.zz), put(ZZZ, p.zzz); }
  DEV operator Xyzz<F>() const { return Xyzz<F>{get(X), get(Y), get(ZZ), get(ZZZ)}; }

  DEV void add(const F* x, const F* y, bool negative) {
    if (Affine<F>{F::load(x), F::load(y)}.is_infinity()) return;
    if (get(ZZ).is_exact_zero()) {
      *this = Xyzz<F>{F::load(x), signed_y(y, negative), F::one(), F::one()};
      return;
    }
    bool doubling = false;
    F factor = F::load(x);
    ROLLED
    for (u32 step = DifferenceX; step < steps; step++) {
      const u32 slot = slot_of(step);
      F product = F::mul_inlined(factor, get(slot));
      if (step == DifferenceX) {
        put(P, F::sub(product, get(X)));
        factor = signed_y(y, negative);
      } else if (step == DifferenceY) {
        put(R, F::sub(product, get(Y)));
        const bool same_x = get(P).is_zero(), same_y = get(R).is_zero();
        doubling = same_x && same_y;
        if (doubling) begin_doubling(x, y, negative);
        if (same_x && (!same_y || get(P).is_zero())) {
          *this = Xyzz<F>::infinity();
          return;
        }
        if (!doubling) step = Triple;
        factor = doubling ? get(X) : get(P);
      } else if (step == Triple) {
        put(R, F::add(F::twice(product), product));
        factor = get(P);
      } else if (step == Square) {
        factor = product;
      } else if (step == NewX) {
        factor = put_x(product, doubling);
      } else if (step == NewY) {
        put(Y, F::sub(product, get(Y)));
      } else {
        put(slot, product);
        if (step == ScaleP) factor = product;
        if (step == ScaleY) factor = get(R);
      }
    }
  }

 private:
  // With p = 2y and r = 3x² the steps turn x, y, 1, 1 into 2q, but for one term (mdbl-2008-s-1).
  DEV void begin_doubling(const F* x, const F* y, bool negative) {
    *this = Xyzz<F>{F::load(x), signed_y(y, negative), F::one(), F::one()};
    put(P, F::twice(get(Y)));
  }

  // x = r² − ppp − 2q, without ppp in a doubling; returns q − x.
  DEV F put_x(const F& r2, bool doubling) {
    F x = r2;
    if (!doubling) x = F::sub(x, get(P));
    const F q = get(X);
    x = F::sub(x, F::twice(q));
    put(X, x);
    return F::sub(q, x);
  }
};

// The sum with the given number of parked coordinates.
template <class F, int threads, int coordinates> struct SumOf;
template <class F, int threads> struct SumOf<F, threads, 0> { using Type = RegisterSum<F>; };
template <class F, int threads> struct SumOf<F, threads, 2> {
  using Type = HalfParkedSum<F, threads>;
};
template <class F, int threads> struct SumOf<F, threads, 4> { using Type = ParkedSum<F, threads>; };
template <class G>
using Sum =
    typename SumOf<typename G::Coordinate, G::accumulate_threads, G::parked_coordinates>::Type;

}  // namespace msm
