// BW6-761: y² = x³ − 1 over Fp, of order r times a cofactor, and its twist y² = x³ + 4 over the
// same Fp. r is the base field's modulus of BLS12-377; p is that of
// https://eprint.iacr.org/2020/351.
#pragma once

#include "../field/montgomery.cuh"
#include "xyzz.cuh"

namespace bw6_761 {

// p = 0x122e824fb83ce0ad187c94004faff3eb926186a81d14688528275ef8087be41707ba638e584e91903cebaff2
//       5b423048689c8ed12f9fd9071dcd3dc73ebff2e98a116c25667a8f8160cf8aeeaf0a437e6913e6870000082f
//       49d00000000008b
struct BaseModulus {
  static constexpr int N = 24;
  static constexpr Limbs<N> modulus{{0x0000008b, 0xf49d0000, 0x70000082, 0xe6913e68, 0xeaf0a437,
                                     0x160cf8ae, 0x5667a8f8, 0x98a116c2, 0x73ebff2e, 0x71dcd3dc,
                                     0x12f9fd90, 0x8689c8ed, 0x25b42304, 0x03cebaff, 0xe584e919,
                                     0x707ba638, 0x8087be41, 0x528275ef, 0x81d14688, 0xb926186a,
                                     0x04faff3e, 0xd187c940, 0xfb83ce0a, 0x0122e824}};
};

// r = 0x1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c0000
//       0000001
struct ScalarModulus {
  static constexpr int N = 12;
  static constexpr Limbs<N> modulus{{0x00000001, 0x8508c000, 0x30000000, 0x170b5d44, 0xba094800,
                                     0x1ef3622f, 0x00f5138f, 0x1a22d9f3, 0x6ca1493b, 0xc63b05c0,
                                     0x17c510ea, 0x01ae3a46}};
};

// The group that the kernels know, explained in msm/kernels.cuh. G2 is the same to them.
struct G1 {
  using Coordinate = Field<BaseModulus>;
  using Scalar = Field<ScalarModulus>;
  static constexpr int accumulate_threads = 32, accumulate_blocks = 12, parked_coordinates = 4;
  static constexpr int quad_blocks = 2;
  static constexpr int batch_affine_threads = 64, batch_affine_blocks = 6;
};

}  // namespace bw6_761
