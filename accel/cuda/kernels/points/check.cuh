// Points that were read: those given by x and a bit of y are completed, and all are checked.
#pragma once

#include "../field/root.cuh"
#include "args.cuh"

namespace points {

constexpr int check_threads = 128;

// x³ + b
template <class G> DEV typename G::Coordinate right_side(const typename G::Coordinate& x) {
  using F = typename G::Coordinate;
  return F::add(F::mul(F::sqr(x), x), G::b());
}

template <class G> DEV void check(const CheckPointsArgs& a) {
  using F = typename G::Coordinate;
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.count) return;
  const Affine<F> p = Affine<F>::load(static_cast<const Affine<F>*>(a.points) + i);
  if (p.is_infinity()) return;
  if (!F::sub(F::sqr(p.y), right_side<G>(p.x)).is_zero() || !G::has(Xyzz<F>::from_affine(p)))
    a.bad[0] = 1;
}

template <class G> DEV void decompress(const DecompressArgs& a) {
  using F = typename G::Coordinate;
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.count || a.roots[i] == no_root) return;
  Affine<F>* const p = static_cast<Affine<F>*>(a.points) + i;
  F y;
  if (!root::find(right_side<G>(F::load(&p->x)), y)) a.bad[0] = 1;
  if (root::largest(y) != (a.roots[i] == largest_root)) y = F::negate(y);
  F::store(&p->y, F::canonical(y));
}

}  // namespace points
