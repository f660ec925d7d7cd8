// Kernels that lay the arithmetic open to tests: field operations on given limbs and group
// operations on given points.
#pragma once

#include "../curve/quad.cuh"
#include "args.cuh"

// Inputs of operation i are a[i], b[i], c[i], d[i]; results go to out[field_operations·i …].
struct FieldTestArgs {
  const void* a;
  const void* b;
  const void* c;
  const void* d;
  void* out;
  u32 count;
  u32 reserved;
};

// Inputs of operation i: an XYZZ point a[i], an XYZZ point b[i], an affine point c[i]; results:
// out[group_operations·i …].
struct GroupTestArgs {
  const void* a;
  const void* b;
  const void* c;
  void* out;
  u32 count;
  u32 reserved;
};

namespace selftest {

constexpr int threads = 64;

// add, sub, twice, negate, mul, sqr, product_difference, from_montgomery, inverse, all of inputs
// below 2p and reduced in the end; the last is 1 where a is zero modulo p and 0 elsewhere.
template <class F> DEV void field(const FieldTestArgs& args) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= args.count) return;
  const F a = F::load(static_cast<const F*>(args.a) + i),
          b = F::load(static_cast<const F*>(args.b) + i);
  const F c = F::load(static_cast<const F*>(args.c) + i),
          d = F::load(static_cast<const F*>(args.d) + i);
  F* out = static_cast<F*>(args.out) + 10 * (u64)i;
  F::store(out, F::canonical(F::add(a, b)));
  F::store(out + 1, F::canonical(F::sub(a, b)));
  F::store(out + 2, F::canonical(F::twice(a)));
  F::store(out + 3, F::canonical(F::negate(a)));
  F::store(out + 4, F::canonical(F::mul(a, b)));
  F::store(out + 5, F::canonical(F::sqr(a)));
  F::store(out + 6, F::canonical(F::product_difference(a, b, c, d)));
  F::store(out + 7, F::from_montgomery(a));
  F::store(out + 8, F::canonical(F::inverse(a)));
  F::store(out + 9, F::flag(a.is_zero()));
}

// from_montgomery of a alone, of any a below R.
template <class F> DEV void scalar(const FieldTestArgs& args) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= args.count) return;
  F::store(static_cast<F*>(args.out) + i,
           F::from_montgomery(F::load(static_cast<const F*>(args.a) + i)));
}

// a + b by quads, over as many warps as it takes: operation i is quad i's.
template <class F> DEV void group_sums(const GroupTestArgs& args) {
  const u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (u32 first = thread / warp_threads * quad::quads_of_warp; first < args.count;
       first += gridDim.x * blockDim.x / quad::size) {
    const u32 i = first + quad::in_warp();
    const bool active = i < args.count;
    const F a = quad::load(active ? static_cast<const Xyzz<F>*>(args.a) + i : nullptr);
    const F b = quad::load(active ? static_cast<const Xyzz<F>*>(args.b) + i : nullptr);
    const F sum = quad::add(a, b);
    if (active) quad::store(static_cast<Xyzz<F>*>(args.out) + 4 * (u64)i + 1, F::canonical(sum));
  }
}

// a + c, a + b, 2a, 2c; coordinates reduced.
template <class F> DEV void group(const GroupTestArgs& args) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  group_sums<F>(args);
  if (i >= args.count) return;
  const Xyzz<F> a = Xyzz<F>::load(static_cast<const Xyzz<F>*>(args.a) + i);
  const Affine<F> c = Affine<F>::load(static_cast<const Affine<F>*>(args.c) + i);
  Xyzz<F>* out = static_cast<Xyzz<F>*>(args.out) + 4 * (u64)i;
  Xyzz<F> sum = a;
  if (!c.is_infinity()) add_affine(sum, c);
  Xyzz<F>::store(out, canonical(sum));
  Xyzz<F>::store(out + 2, canonical(double_point(a)));
  Xyzz<F>::store(out + 3, canonical(c.is_infinity() ? Xyzz<F>::infinity() : double_affine(c)));
}

}  // namespace selftest
