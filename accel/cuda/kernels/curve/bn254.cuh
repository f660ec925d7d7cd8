// BN254 (alt_bn128): y² = x³ + 3 over Fp, of prime order r, and its twist y² = x³ + 3/(9 + u) over
// Fp[u]/(u² + 1). p and r are the polynomials
//   p(u) = 36u⁴ + 36u³ + 24u² + 6u + 1,  r(u) = 36u⁴ + 36u³ + 18u² + 6u + 1
// at u = 4965661367192848881.
#pragma once

#include "../field/quadratic.cuh"
#include "xyzz.cuh"

namespace bn254 {

// p = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47
struct BaseModulus {
  static constexpr int N = 8;
  static constexpr Limbs<N> modulus{{0xd87cfd47, 0x3c208c16, 0x6871ca8d, 0x97816a91, 0x8181585d,
                                     0xb85045b6, 0xe131a029, 0x30644e72}};
};

// r = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001
struct ScalarModulus {
  static constexpr int N = 8;
  static constexpr Limbs<N> modulus{{0xf0000001, 0x43e1f593, 0x79b97091, 0x2833e848, 0x8181585d,
                                     0xb85045b6, 0xe131a029, 0x30644e72}};
};

// The groups that the kernels know, explained in msm/kernels.cuh.
struct G1 {
  using Coordinate = Field<BaseModulus>;
  using Scalar = Field<ScalarModulus>;
  static constexpr int accumulate_threads = 128, accumulate_blocks = 4, parked_coordinates = 0;
  static constexpr int quad_blocks = 4;
  static constexpr int batch_affine_threads = 0, batch_affine_blocks = 0;
};

struct G2 {
  using Coordinate = Quadratic<Field<BaseModulus>, 1, true>;
  using Scalar = Field<ScalarModulus>;
  static constexpr int accumulate_threads = 128, accumulate_blocks = 2, parked_coordinates = 0;
  static constexpr int quad_blocks = 2;
  static constexpr int batch_affine_threads = 64, batch_affine_blocks = 6;
};

}  // namespace bn254
