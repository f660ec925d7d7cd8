// BLS12-377: y² = x³ + 1 over Fp, of order r times a cofactor, and its twist y² = x³ + 1/u over
// Fp[u]/(u² + 5). p and r are the polynomials
//   r(x) = x⁴ − x² + 1,  p(x) = (x − 1)²·r(x)/3 + x  at x = 0x8508c00000000001.
#pragma once

#include "../field/quadratic.cuh"
#include "xyzz.cuh"

namespace bls12_377 {

// p = 0x1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c0000
//       0000001
struct BaseModulus {
  static constexpr int N = 12;
  static constexpr Limbs<N> modulus{{0x00000001, 0x8508c000, 0x30000000, 0x170b5d44, 0xba094800,
                                     0x1ef3622f, 0x00f5138f, 0x1a22d9f3, 0x6ca1493b, 0xc63b05c0,
                                     0x17c510ea, 0x01ae3a46}};
};

// r = 0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001
struct ScalarModulus {
  static constexpr int N = 8;
  static constexpr Limbs<N> modulus{{0x00000001, 0x0a118000, 0xd0000001, 0x59aa76fe, 0x5c37b001,
                                     0x60b44d1e, 0x9a2ca556, 0x12ab655e}};
};

// The groups that the kernels know, explained in msm/kernels.cuh.
struct G1 {
  using Coordinate = Field<BaseModulus, true>;
  using Scalar = Field<ScalarModulus>;
  static constexpr int accumulate_threads = 128, accumulate_blocks = 3, parked_coordinates = 2;
  static constexpr int quad_blocks = 3;
  static constexpr int batch_affine_threads = 128, batch_affine_blocks = 4;
};

struct G2 {
  using Coordinate = Quadratic<Field<BaseModulus>, 5>;
  using Scalar = Field<ScalarModulus>;
  static constexpr int accumulate_threads = 32, accumulate_blocks = 12, parked_coordinates = 4;
  static constexpr int quad_blocks = 2;
  static constexpr int batch_affine_threads = 64, batch_affine_blocks = 6;
};

}  // namespace bls12_377
