// Powers of one element: tables of them, and factors from two small tables instead of a long one.
//
// To scale a vector on a coset, every index i needs shift^i. A table of these would be as long as
// the vector and would double the memory that a pass reads. Instead i is split, i = high·2^bits +
// low, and shift^i = large[high]·small[low] costs one product. Both tables have about √n elements
// and stay in the cache. A constant factor, such as the 1/n of an inverse transform, is multiplied
// into the large table once, and costs nothing later.
#pragma once

#include "../field/montgomery.cuh"

// A field element by value, of up to 12 limbs; shorter fields leave the rest unused.
struct Constant {
  u32 v[12];
};

template <class F> DEV F constant(const Constant& c) {
  F r;
  UNROLL
  for (int i = 0; i < F::N; i++) r.v[i] = c.v[i];
  return r;
}

// Which factor the element at an index gets.
constexpr u32 no_factor = 0;        // none
constexpr u32 one_factor = 1;       // large[0], the same for all
constexpr u32 factor_by_index = 2;  // the power of the index
constexpr u32 factor_reversed = 3;  // the power of the index with its bits reversed

struct Powers {
  const void* small;  // [2^bits], base^i
  const void* large;  // [2^(log_n − bits)], factor·base^(i·2^bits)
  u32 bits;
  u32 log_n;  // bits of an index
  u32 order;  // no_factor, …
  u32 reserved;
};

// Makes one table: to[i] = 2^−halvings · base^(i·2^shift).
struct TableArgs {
  void* to;
  Constant base;
  u32 count;
  u32 shift;
  u32 halvings;
  u32 reserved;
};

// to[j] = base^(j with its bits reversed), j < 2^log_n: the twiddles of a transform of twice the
// size.
struct ReversedArgs {
  void* to;
  Powers powers;
};

namespace ntt {

constexpr int power_threads = 128;

DEV u32 reverse_bits(u32 i, u32 bits) { return bits == 0 ? 0 : __brev(i) >> (32 - bits); }

// base^i from the two tables
template <class F> DEV F power_at(const Powers& p, u32 i) {
  const F low = F::load(static_cast<const F*>(p.small) + (i & ((1u << p.bits) - 1)));
  const F high = F::load(static_cast<const F*>(p.large) + (i >> p.bits));
  return F::mul(low, high);
}

// x times the factor of index i
template <class F> DEV F scaled(const F& x, const Powers& p, u32 i) {
  if (p.order == one_factor) return F::mul(x, F::load(static_cast<const F*>(p.large)));
  return F::mul(x, power_at<F>(p, p.order == factor_reversed ? reverse_bits(i, p.log_n) : i));
}

template <class F> DEV void table(const TableArgs& a) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.count) return;
  F r = F::power(constant<F>(a.base), (u64)i << a.shift);
  if (a.halvings != 0) r = F::mul(r, F::inverse(F::power(F::twice(F::one()), a.halvings)));
  F::store(static_cast<F*>(a.to) + i, F::canonical(r));
}

template <class F> DEV void reversed(const ReversedArgs& a) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >> a.powers.log_n != 0) return;
  F::store(static_cast<F*>(a.to) + i,
           F::canonical(power_at<F>(a.powers, reverse_bits(i, a.powers.log_n))));
}

}  // namespace ntt
