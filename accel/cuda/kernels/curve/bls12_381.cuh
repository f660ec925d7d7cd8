// BLS12-381: y² = x³ + 4 over Fp, of order r times a cofactor, and its twist y² = x³ + 4(1 + u)
// over Fp[u]/(u² + 1). p and r are the polynomials
//   r(x) = x⁴ − x² + 1,  p(x) = (x − 1)²·r(x)/3 + x  at x = −0xd201000000010000.
#pragma once

#include "../field/quadratic.cuh"
#include "subgroup.cuh"

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

// Coefficients of the curves, 4 and 4 + 4u, of φ, and of ψ (curve/subgroup.cuh): β,
// (1 + u)^−((p−1)/3) and (1 + u)^−((p−1)/2).
struct B {
  static constexpr Limbs<12> value{{4}};
};
struct Beta {
  static constexpr Limbs<12> value{{0x0000aaac, 0x8bfd0000, 0x4f49fffd, 0x409427eb, 0x0fb85f9b,
                                    0x897d2965, 0x89759ad4, 0xaa0d857d, 0x63d4de85, 0xec024086,
                                    0x397fe699, 0x1a0111ea}};
};
struct U1 {
  static constexpr Limbs<12> value{{0x0000aaad, 0x8bfd0000, 0x4f49fffd, 0x409427eb, 0x0fb85f9b,
                                    0x897d2965, 0x89759ad4, 0xaa0d857d, 0x63d4de85, 0xec024086,
                                    0x397fe699, 0x1a0111ea}};
};
struct V0 {
  static constexpr Limbs<12> value{{0x121bdea2, 0xf1ee7b04, 0x3e67fa0a, 0x304466cf, 0xf61eb45e,
                                    0xef396489, 0x30b1cf60, 0x1c3dedd9, 0xd77a2cd9, 0xe2e9c448,
                                    0x0180a68e, 0x135203e6}};
};
struct V1 {
  static constexpr Limbs<12> value{{0xede3cc09, 0xc81084fb, 0x72ec05f4, 0xee67992f, 0x009241c5,
                                    0x77f76e17, 0xc2d3435e, 0x48395dab, 0x6bd17ffe, 0x6831e36d,
                                    0x37ff400b, 0x06af0e04}};
};
constexpr u64 minus_x = 0xd201000000010000;

// The groups that the kernels know, explained in msm/kernels.cuh.
struct G1 {
  using Coordinate = Field<BaseModulus, true>;
  using Scalar = Field<ScalarModulus>;
  static constexpr int accumulate_threads = 128, accumulate_blocks = 3, parked_coordinates = 2;
  static constexpr int quad_blocks = 3;
  static constexpr int batch_affine_threads = 128, batch_affine_blocks = 4;

  static DEV Coordinate b() { return Coordinate::of<B>(); }
  static DEV bool has(const Xyzz<Coordinate>& p) {
    return subgroup::bls12_g1(p, Coordinate::of<Beta>(), minus_x);
  }
};

struct G2 {
  using Coordinate = Quadratic<Field<BaseModulus>, 1>;
  using Scalar = Field<ScalarModulus>;
  static constexpr int accumulate_threads = 32, accumulate_blocks = 12, parked_coordinates = 4;
  static constexpr int quad_blocks = 2;
  static constexpr int batch_affine_threads = 64, batch_affine_blocks = 6;

  using F = Field<BaseModulus>;
  static DEV Coordinate b() { return Coordinate{F::of<B>(), F::of<B>()}; }
  static DEV bool has(const Xyzz<Coordinate>& p) {
    const Coordinate u{F::zero(), F::of<U1>()}, v{F::of<V0>(), F::of<V1>()};
    return subgroup::bls12_g2(p, u, v, minus_x, true);
  }
};

}  // namespace bls12_381
