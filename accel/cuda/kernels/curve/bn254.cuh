// BN254 (alt_bn128): y² = x³ + 3 over Fp, of prime order r, and its twist y² = x³ + 3/(9 + u) over
// Fp[u]/(u² + 1). p and r are the polynomials
//   p(u) = 36u⁴ + 36u³ + 24u² + 6u + 1,  r(u) = 36u⁴ + 36u³ + 18u² + 6u + 1
// at u = 4965661367192848881.
#pragma once

#include "../field/quadratic.cuh"
#include "subgroup.cuh"

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

// Coefficients of the curves, and of ψ (curve/subgroup.cuh): 3, 3/(9 + u), (9 + u)^((p−1)/3) and
// (9 + u)^((p−1)/2).
struct B1 {
  static constexpr Limbs<8> value{{3}};
};
struct B20 {
  static constexpr Limbs<8> value{{0x24a138e5, 0x3267e6dc, 0x59dbefa3, 0xb5b4c5e5, 0x1be06ac3,
                                   0x81be1899, 0xceb8aaae, 0x2b149d40}};
};
struct B21 {
  static constexpr Limbs<8> value{{0x85c315d2, 0xe4a2bd06, 0xe52d1852, 0xa74fa084, 0xeed8fdf4,
                                   0xcd2cafad, 0x3af0fed4, 0x009713b0}};
};
struct U0 {
  static constexpr Limbs<8> value{{0x176f553d, 0x99e39557, 0xc2c3330c, 0xb78cc310, 0xf559b143,
                                   0x4c0bec3c, 0x4f7911f7, 0x2fb34798}};
};
struct U1 {
  static constexpr Limbs<8> value{{0x640fcba2, 0x1665d51c, 0x0b7c9dce, 0x32ae2a1d, 0xd75a0794,
                                   0x4ba4cc8b, 0x61ebae20, 0x16c9e550}};
};
struct V0 {
  static constexpr Limbs<8> value{{0x71a0135a, 0xdc540146, 0xa9c95998, 0xdbaae0ed, 0xb6e2f9b9,
                                   0xdc5ec698, 0x489af5dc, 0x063cf305}};
};
struct V1 {
  static constexpr Limbs<8> value{{0x2623b0e3, 0x82d37f63, 0x8fa25bd2, 0x21807dc9, 0xec796f2b,
                                   0x0704b5a7, 0xac41049a, 0x07c03cbc}};
};
constexpr u64 seed = 4965661367192848881;

// The groups that the kernels know, explained in msm/kernels.cuh.
struct G1 {
  using Coordinate = Field<BaseModulus>;
  using Scalar = Field<ScalarModulus>;
  static constexpr int accumulate_threads = 128, accumulate_blocks = 4, parked_coordinates = 0;
  static constexpr int quad_blocks = 4;
  static constexpr int batch_affine_threads = 0, batch_affine_blocks = 0;

  static DEV Coordinate b() { return Coordinate::of<B1>(); }
  static DEV bool has(const Xyzz<Coordinate>&) { return true; }
};

struct G2 {
  using Coordinate = Quadratic<Field<BaseModulus>, 1, true>;
  using Scalar = Field<ScalarModulus>;
  static constexpr int accumulate_threads = 128, accumulate_blocks = 2, parked_coordinates = 0;
  static constexpr int quad_blocks = 2;
  static constexpr int batch_affine_threads = 64, batch_affine_blocks = 6;

  using F = Field<BaseModulus>;
  static DEV Coordinate b() { return Coordinate{F::of<B20>(), F::of<B21>()}; }
  static DEV bool has(const Xyzz<Coordinate>& p) {
    const Coordinate u{F::of<U0>(), F::of<U1>()}, v{F::of<V0>(), F::of<V1>()};
    return subgroup::bn_g2(p, u, v, seed);
  }
};

}  // namespace bn254
