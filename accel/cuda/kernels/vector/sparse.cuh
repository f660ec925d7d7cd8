// Products of a sparse matrix with a vector, and the check of a rank-1 constraint system.
#pragma once

#include "elementwise.cuh"

namespace vector {

// The coefficients that need no multiplication, by their numbers in gnark's tables.
constexpr u32 coefficient_zero = 0;
constexpr u32 coefficient_one = 1;
constexpr u32 coefficient_two = 2;
constexpr u32 coefficient_minus_one = 3;

template <class F> DEV F add_term(const F& sum, const F& x, u32 number, const void* coefficients) {
  if (number == coefficient_zero) return sum;
  if (number == coefficient_one) return F::add(sum, x);
  if (number == coefficient_two) return F::add(F::add(sum, x), x);
  if (number == coefficient_minus_one) return F::sub(sum, x);
  return F::add(sum, F::mul(x, load<F>(coefficients, number)));
}

// A thread has one row. So rows of similar lengths ought to be neighbours, and none be long.
template <class F> DEV void sparse_multiply(const SparseArgs& a) {
  const u32 i = thread_index();
  if (i >= a.count) return;
  const u32 row = a.rows[i], end = a.starts[i + 1];
  if (row >= a.to_count || end > a.terms_count) return;
  F sum = F::zero();
  ROLLED
  for (u32 k = a.starts[i]; k < end; k++) {
    const uint2 term = a.terms[k];
    if (term.x >= a.from_count || term.y >= a.coefficients_count) continue;
    sum = add_term(sum, load<F>(a.from, term.x), term.y, a.coefficients);
  }
  store(a.to, row, sum);
}

// Threads that find no difference write nothing, and the others write the same.
template <class F> DEV void check_products(const CheckProductsArgs& a) {
  const u32 i = thread_index();
  if (i >= a.count) return;
  const F product = F::mul(load<F>(a.a, i), load<F>(a.b, i));
  if (!F::sub(product, load<F>(a.c, i)).is_zero()) store(a.to, 0, F::one());
}

}  // namespace vector
