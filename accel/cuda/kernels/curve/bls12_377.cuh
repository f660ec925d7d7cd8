// BLS12-377: y² = x³ + 1 over Fp, of order r times a cofactor, and its twist y² = x³ + 1/u over
// Fp[u]/(u² + 5). p and r are the polynomials
//   r(x) = x⁴ − x² + 1,  p(x) = (x − 1)²·r(x)/3 + x  at x = 0x8508c00000000001.
#pragma once

#include "../field/quadratic.cuh"
#include "subgroup.cuh"

namespace bls12_377 {

// p = 0x1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c0000
//       0000001
struct BaseModulus {
  static constexpr int N = 12;
  static constexpr Limbs<N> modulus{{0x00000001, 0x8508c000, 0x30000000, 0x170b5d44, 0xba094800,
                                     0x1ef3622f, 0x00f5138f, 0x1a22d9f3, 0x6ca1493b, 0xc63b05c0,
                                     0x17c510ea, 0x01ae3a46}};

  // 5^((p−1)/2^46), of order 2^46
  struct Root {
    static constexpr Limbs<12> value{{0x6b00bbe8, 0xba6b5ef2, 0xcc795186, 0x1ea03d28, 0x56228ac4,
                                      0xc6eaa2bc, 0x7022110e, 0xd14fcaca, 0xaa914b0a, 0x8fe9dee6,
                                      0x99cdbc5d, 0x00382d3d}};
  };
};

// r = 0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001
struct ScalarModulus {
  static constexpr int N = 8;
  static constexpr Limbs<N> modulus{{0x00000001, 0x0a118000, 0xd0000001, 0x59aa76fe, 0x5c37b001,
                                     0x60b44d1e, 0x9a2ca556, 0x12ab655e}};
};

// Coefficients of the curves, 1 and 1/u = −u/5, of φ, and of ψ (curve/subgroup.cuh): β,
// u^((p−1)/3) and u^((p−1)/2).
struct B1 {
  static constexpr Limbs<12> value{{1}};
};
struct B21 {
  static constexpr Limbs<12> value{{0x9999999a, 0x1c9ed999, 0x1ccccccd, 0x0dd39e5c, 0x3c6bf800,
                                    0x129207b6, 0xcd5fd889, 0xdc7b4f91, 0x7460c589, 0x43bd0373,
                                    0xdb0fd6f3, 0x010222f6}};
};
struct Beta {
  static constexpr Limbs<12> value{{0x00000001, 0x8508c000, 0x90000000, 0x452217cc, 0x970dec00,
                                    0xc5ed1347, 0x34594aab, 0x619aaf7d, 0xdd14f6ec, 0x09b3af05,
                                    0x00000000, 0x00000000}};
};
struct U0 {
  static constexpr Limbs<12> value{{0x00000002, 0x8508c000, 0x90000000, 0x452217cc, 0x970dec00,
                                    0xc5ed1347, 0x34594aab, 0x619aaf7d, 0xdd14f6ec, 0x09b3af05,
                                    0x00000000, 0x00000000}};
};
struct V0 {
  static constexpr Limbs<12> value{{0xf1391c63, 0x6e76d5ec, 0xbff27d8e, 0x99588459, 0x436b0f62,
                                    0xbce649cf, 0x0ad1dec1, 0x400398f5, 0x1a79beb1, 0xc0c534db,
                                    0x796537ca, 0x01680a40}};
};
constexpr u64 x = 0x8508c00000000001;

// The groups that the kernels know, explained in msm/kernels.cuh.
struct G1 {
  using Coordinate = Field<BaseModulus, true>;
  using Scalar = Field<ScalarModulus>;
  static constexpr int accumulate_threads = 128, accumulate_blocks = 3, parked_coordinates = 2;
  static constexpr int quad_blocks = 3;
  static constexpr int batch_affine_threads = 128, batch_affine_blocks = 4;

  static DEV Coordinate b() { return Coordinate::of<B1>(); }
  static DEV bool has(const Xyzz<Coordinate>& p) {
    return subgroup::bls12_g1(p, Coordinate::of<Beta>(), x);
  }
};

struct G2 {
  using Coordinate = Quadratic<Field<BaseModulus>, 5>;
  using Scalar = Field<ScalarModulus>;
  static constexpr int accumulate_threads = 32, accumulate_blocks = 12, parked_coordinates = 4;
  static constexpr int quad_blocks = 2;
  static constexpr int batch_affine_threads = 64, batch_affine_blocks = 6;

  using F = Field<BaseModulus>;
  static DEV Coordinate b() { return Coordinate{F::zero(), F::of<B21>()}; }
  static DEV bool has(const Xyzz<Coordinate>& p) {
    const Coordinate u{F::of<U0>(), F::zero()}, v{F::of<V0>(), F::zero()};
    return subgroup::bls12_g2(p, u, v, x, false);
  }
};

}  // namespace bls12_377
