// BLS12-381: y² = x³ + 4 over Fp, of order r times a cofactor, and its twist y² = x³ + 4(1 + u)
// over Fp[u]/(u² + 1). p and r are the polynomials
//   r(x) = x⁴ − x² + 1,  p(x) = (x − 1)²·r(x)/3 + x  at x = −0xd201000000010000.
#pragma once

#include "../field/quadratic.cuh"
#include "xyzz.cuh"

namespace bls12_381 {

// p = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffff
//       ffffaaab
struct BaseModulus {
  static constexpr int N = 12;
  static constexpr Limbs<N> modulus{{0xffffaaab, 0xb9feffff, 0xb153ffff, 0x1eabfffe, 0xf6b0f624,
                                     0x6730d2a0, 0xf38512bf, 0x64774b84, 0x434bacd7, 0x4b1ba7b6,
                                     0x397fe69a, 0x1a0111ea}};
};

// r = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001
struct ScalarModulus {
  static constexpr int N = 8;
  static constexpr Limbs<N> modulus{{0x00000001, 0xffffffff, 0xfffe5bfe, 0x53bda402, 0x09a1d805,
                                     0x3339d808, 0x299d7d48, 0x73eda753}};
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
  using Coordinate = Quadratic<Field<BaseModulus>, 1>;
  using Scalar = Field<ScalarModulus>;
  static constexpr int accumulate_threads = 32, accumulate_blocks = 12, parked_coordinates = 4;
  static constexpr int quad_blocks = 2;
  static constexpr int batch_affine_threads = 64, batch_affine_blocks = 6;
};

}  // namespace bls12_381
