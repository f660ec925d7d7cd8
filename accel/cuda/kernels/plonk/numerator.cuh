// The numerator of PLONK's quotient on one coset of the domain H, of n elements:
//
//   gate + α·(ordering + α·(Z − 1)·L₁)
//
//   gate     = Ql·L + Qr·R + Qm·L·R + Qo·O + Qk + Σ Qcpⱼ·Piⱼ
//   ordering = Z(ωX)·(L + βS1 + γ)(R + βS2 + γ)(O + βS3 + γ)
//              − Z·(L + βX + γ)(R + βuX + γ)(O + βu²X + γ)
//
// (A. Gabizon, Z. J. Williamson, O. Ciobotaru, "PLONK", https://eprint.iacr.org/2019/953, with
// gnark's commitments Pi.) One thread computes one value. Values are in bit-reversed order: at
// place i the point is shift·ωᵏ, where k is i with its bits reversed, and the value at ωx stands
// where k + 1 does.
#pragma once

#include "../vector/elementwise.cuh"

constexpr int most_commitments = 8;

// All vectors are values on the coset, [n].
struct NumeratorArgs {
  void* to;
  const void* wires[3];        // L, R, O
  const void* permutation[3];  // S1, S2, S3
  const void* z;
  const void* one;  // L₁
  const void* ql;
  const void* qr;
  const void* qm;
  const void* qo;
  const void* qk;
  const void* qcp[most_commitments];
  const void* pi[most_commitments];
  Powers points;  // of ω
  Constant shift;
  Constant alpha;
  Constant beta;
  Constant gamma;
  Constant u;
  u32 log_n;
  u32 commitments;
};

namespace plonk {

constexpr int threads = 128;

template <class F> DEV F gate(const NumeratorArgs& a, u32 i) {
  const F l = vector::load<F>(a.wires[0], i), r = vector::load<F>(a.wires[1], i),
          o = vector::load<F>(a.wires[2], i);
  F sum = F::add(F::mul(vector::load<F>(a.qm, i), l), vector::load<F>(a.qr, i));
  sum = F::mul(sum, r);
  sum = F::add(sum, F::mul(vector::load<F>(a.ql, i), l));
  sum = F::add(sum, F::mul(vector::load<F>(a.qo, i), o));
  sum = F::add(sum, vector::load<F>(a.qk, i));
  ROLLED
  for (u32 j = 0; j < a.commitments; j++)
    sum = F::add(sum, F::mul(vector::load<F>(a.qcp[j], i), vector::load<F>(a.pi[j], i)));
  return sum;
}

template <class F> DEV F ordering(const NumeratorArgs& a, u32 i) {
  const u32 exponent = ntt::reverse_bits(i, a.log_n);
  const u32 next = ntt::reverse_bits((exponent + 1) & ((1u << a.log_n) - 1), a.log_n);
  F left = vector::load<F>(a.z, next), right = vector::load<F>(a.z, i);
  F id = F::mul(constant<F>(a.shift), ntt::power_at<F>(a.points, exponent));
  id = F::mul(id, constant<F>(a.beta));
  ROLLED
  for (int k = 0; k < 3; k++) {
    const F offset = F::add(vector::load<F>(a.wires[k], i), constant<F>(a.gamma));
    left = F::mul(
        left, F::add(offset, F::mul(vector::load<F>(a.permutation[k], i), constant<F>(a.beta))));
    right = F::mul(right, F::add(offset, id));
    id = F::mul(id, constant<F>(a.u));
  }
  return F::sub(left, right);
}

template <class F> DEV void numerator(const NumeratorArgs& a) {
  const u32 i = vector::thread_index();
  if (i >> a.log_n != 0) return;
  const F alpha = constant<F>(a.alpha);
  F sum = F::mul(F::sub(vector::load<F>(a.z, i), F::one()), vector::load<F>(a.one, i));
  sum = F::mul(F::add(F::mul(sum, alpha), ordering<F>(a, i)), alpha);
  vector::store(a.to, i, F::add(sum, gate<F>(a, i)));
}

}  // namespace plonk

#define PLONK_KERNELS(PREFIX, F)                                                             \
  KERNEL_BOUNDS(PREFIX##_plonk_numerator, NumeratorArgs, plonk::threads, F::N > 8 ? 3 : 4) { \
    plonk::numerator<F>(args);                                                               \
  }
