// Points of a short Weierstrass curve y² = x³ + b in XYZZ coordinates: x = X/ZZ, y = Y/ZZZ and
// ZZ³ = ZZZ².
//
// The formulas are madd-2008-s, add-2008-s, dbl-2008-s-1 and mdbl-2008-s-1 of
// https://hyperelliptic.org/EFD/g1p/auto-shortw-xyzz.html. All exceptions are handled: infinity on
// either side, equal points, opposite points. Y3 is one difference of products. Infinity has ZZ = 0
// in all limbs. ZZ is never another multiple of p, because it is a product of non-zero elements.
#pragma once

#include "../platform/platform.cuh"

// An affine point in memory, as gnark-crypto has it: infinity is (0, 0), which is on no curve with
// b ≠ 0.
template <class F> struct Affine {
  F x, y;

  static DEV Affine load(const Affine* p) { return Affine{F::load(&p->x), F::load(&p->y)}; }
  static DEV void store(Affine* p, const Affine& a) { F::store(&p->x, a.x), F::store(&p->y, a.y); }
  DEV bool is_infinity() const { return x.is_exact_zero() && y.is_exact_zero(); }
};

template <class F> struct Xyzz {
  F x, y, zz, zzz;

  static DEV Xyzz infinity() { return Xyzz{F::zero(), F::zero(), F::zero(), F::zero()}; }
  static DEV Xyzz from_affine(const Affine<F>& q) {
    if (q.is_infinity()) return infinity();
    return Xyzz{q.x, q.y, F::one(), F::one()};
  }
  static DEV Xyzz load(const Xyzz* p) {
    return Xyzz{F::load(&p->x), F::load(&p->y), F::load(&p->zz), F::load(&p->zzz)};
  }
  static DEV void store(Xyzz* p, const Xyzz& a) {
    F::store(&p->x, a.x);
    F::store(&p->y, a.y);
    F::store(&p->zz, a.zz);
    F::store(&p->zzz, a.zzz);
  }
  DEV bool is_infinity() const { return zz.is_exact_zero(); }
};

// A point with fully reduced coordinates, to leave the device.
template <class F> DEV Xyzz<F> canonical(const Xyzz<F>& a) {
  return Xyzz<F>{F::canonical(a.x), F::canonical(a.y), F::canonical(a.zz), F::canonical(a.zzz)};
}

// 2q for an affine q ≠ ∞ (mdbl-2008-s-1, a = 0)
template <class F> DEV Xyzz<F> double_affine(const Affine<F>& q) {
  const F u = F::twice(q.y), v = F::sqr(u), w = F::mul(u, v), s = F::mul(q.x, v), x2 = F::sqr(q.x);
  const F m = F::add(F::twice(x2), x2);
  Xyzz<F> r;
  r.x = F::sub(F::sqr(m), F::twice(s));
  r.y = F::product_difference(m, F::sub(s, r.x), w, q.y);
  r.zz = v;
  r.zzz = w;
  if (u.is_zero()) return Xyzz<F>::infinity();  // a point of order two
  return r;
}

// 2a (dbl-2008-s-1, a = 0)
template <class F> DEV Xyzz<F> double_point(const Xyzz<F>& a) {
  const F u = F::twice(a.y), v = F::sqr(u), w = F::mul(u, v), s = F::mul(a.x, v), x2 = F::sqr(a.x);
  const F m = F::add(F::twice(x2), x2);
  Xyzz<F> r;
  r.x = F::sub(F::sqr(m), F::twice(s));
  r.y = F::product_difference(m, F::sub(s, r.x), w, a.y);
  r.zz = F::mul(v, a.zz);
  r.zzz = F::mul(w, a.zzz);
  if (a.is_infinity() || u.is_zero()) return Xyzz<F>::infinity();
  return r;
}

// Called functions take and return points by value. With pointers to a thread's own points nvcc
// 11.8 keeps the addresses in registers of the whole warp, and lanes that took another branch
// overwrite them.
template <class F> DEV_NOINLINE Xyzz<F> double_affine_called(Affine<F> q) {
  return double_affine(q);
}
template <class F> DEV_NOINLINE Xyzz<F> double_point_called(Xyzz<F> a) { return double_point(a); }

// Points whose coordinates take more than a thousand bits do not fit the registers twice.
template <class F> constexpr bool is_large = sizeof(Xyzz<F>) > 128;

// 2q in the additions' exception: called, so that it does not lengthen the loop, unless products
// are called already.
template <class F> DEV Xyzz<F> double_rarely(const Affine<F>& q) {
  if constexpr (F::called) return double_affine(q);
  else return double_affine_called(q);
}

// 2a, likewise
template <class F> DEV Xyzz<F> double_rarely(const Xyzz<F>& a) {
  if constexpr (F::called) return double_point(a);
  else return double_point_called(a);
}

// a += q, q ≠ ∞ (madd-2008-s). Point is Xyzz<F>, or has its ZZ and ZZZ elsewhere.
template <class Point, class F> DEV void add_affine(Point& a, const Affine<F>& q) {
  if (a.is_infinity()) {
    a = Xyzz<F>{q.x, q.y, F::one(), F::one()};
    return;
  }
  const F p = F::sub(F::mul(q.x, a.zz), a.x), r = F::sub(F::mul(q.y, a.zzz), a.y);
  if (p.is_zero()) {
    if (r.is_zero()) {
      a = double_rarely(q);
    } else {
      a = Xyzz<F>::infinity();
    }
    return;
  }
  const F pp = F::sqr(p);
  a.zz = F::mul(a.zz, pp);
  const F ppp = F::mul(p, pp), x_pp = F::mul(a.x, pp);
  a.zzz = F::mul(a.zzz, ppp);
  a.x = F::sub(F::sub(F::sqr(r), ppp), F::twice(x_pp));
  a.y = F::product_difference(r, F::sub(x_pp, a.x), a.y, ppp);
}

// 2a in a loop: large points are doubled by a called function.
template <class F> DEV Xyzz<F> double_often(const Xyzz<F>& a) {
  if constexpr (is_large<F>) return double_rarely(a);
  else return double_point(a);
}

// a + b (add-2008-s)
template <class F> DEV Xyzz<F> add_points(const Xyzz<F>& a, const Xyzz<F>& b) {
  if (a.is_infinity()) return b;
  if (b.is_infinity()) return a;
  const F u = F::mul(a.x, b.zz), s = F::mul(a.y, b.zzz);
  const F p = F::sub(F::mul(b.x, a.zz), u), r = F::sub(F::mul(b.y, a.zzz), s);
  if (p.is_zero()) {
    if (r.is_zero()) return double_rarely(a);
    return Xyzz<F>::infinity();
  }
  const F pp = F::sqr(p), ppp = F::mul(p, pp), q = F::mul(u, pp);
  Xyzz<F> sum;
  sum.x = F::sub(F::sub(F::sqr(r), ppp), F::twice(q));
  sum.y = F::product_difference(r, F::sub(q, sum.x), s, ppp);
  sum.zz = F::mul(F::mul(a.zz, b.zz), pp);
  sum.zzz = F::mul(F::mul(a.zzz, b.zzz), ppp);
  return sum;
}
