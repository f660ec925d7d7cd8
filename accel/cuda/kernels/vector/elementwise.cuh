// Operations on each element of vectors by itself.
#pragma once

#include "args.cuh"

namespace vector {

constexpr int threads = 256;

DEV u32 thread_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <class F> DEV F load(const void* v, u32 i) {
  return F::load(static_cast<const F*>(v) + i);
}
template <class F> DEV void store(void* v, u32 i, const F& x) {
  F::store(static_cast<F*>(v) + i, F::canonical(x));
}

template <class F> DEV void multiply(const ElementwiseArgs& a) {
  const u32 i = thread_index();
  if (i < a.count) store(a.to, i, F::mul(load<F>(a.a, i), load<F>(a.b, i)));
}

template <class F> DEV void add(const ElementwiseArgs& a) {
  const u32 i = thread_index();
  if (i < a.count) store(a.to, i, F::add(load<F>(a.a, i), load<F>(a.b, i)));
}

template <class F> DEV void subtract(const ElementwiseArgs& a) {
  const u32 i = thread_index();
  if (i < a.count) store(a.to, i, F::sub(load<F>(a.a, i), load<F>(a.b, i)));
}

template <class F> DEV void combine(const CombineArgs& a) {
  const u32 i = thread_index();
  if (i >= a.count) return;
  F sum = F::mul(load<F>(a.from[0], i), constant<F>(a.factors[0]));
  ROLLED
  for (u32 k = 1; k < a.terms; k++)
    sum = F::add(sum, F::mul(load<F>(a.from[k], i), constant<F>(a.factors[k])));
  store(a.to, i, sum);
}

template <class F> DEV void fill(const FillArgs& a) {
  const u32 i = thread_index();
  if (i < a.count) store(a.to, i, constant<F>(a.value));
}

template <class F> DEV void scale(const ScaleArgs& a) {
  const u32 i = thread_index();
  if (i < a.count) store(a.to, i, ntt::scaled(load<F>(a.from, i), a.powers, i));
}

// Each pair of places is exchanged by the thread of the lower one, so that it works in place.
template <class F> DEV void reverse(const ReverseArgs& a) {
  const u32 i = thread_index();
  if (i >> a.log_count != 0) return;
  const u32 j = ntt::reverse_bits(i, a.log_count);
  if (j < i) return;
  const F x = load<F>(a.from, i), y = load<F>(a.from, j);
  F::store(static_cast<F*>(a.to) + i, y);
  F::store(static_cast<F*>(a.to) + j, x);
}

// Montgomery form to and from the integers themselves; b is not used.
template <class F> DEV void to_montgomery(const ElementwiseArgs& a) {
  const u32 i = thread_index();
  if (i < a.count) store(a.to, i, F::to_montgomery(load<F>(a.a, i)));
}

template <class F> DEV void from_montgomery(const ElementwiseArgs& a) {
  const u32 i = thread_index();
  if (i < a.count) store(a.to, i, F::from_montgomery(load<F>(a.a, i)));
}

}  // namespace vector
