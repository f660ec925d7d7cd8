// BW6-761: y² = x³ − 1 over Fp, of order r times a cofactor, and its twist y² = x³ + 4 over the
// same Fp. r is the base field's modulus of BLS12-377; p is that of
// https://eprint.iacr.org/2020/351.
#pragma once

#include "subgroup.cuh"

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

// Coefficients of the curves, −1 and 4, and of φ on each (curve/subgroup.cuh).
struct B1 {
  static constexpr Limbs<24> value{{0x0000008a, 0xf49d0000, 0x70000082, 0xe6913e68, 0xeaf0a437,
                                    0x160cf8ae, 0x5667a8f8, 0x98a116c2, 0x73ebff2e, 0x71dcd3dc,
                                    0x12f9fd90, 0x8689c8ed, 0x25b42304, 0x03cebaff, 0xe584e919,
                                    0x707ba638, 0x8087be41, 0x528275ef, 0x81d14688, 0xb926186a,
                                    0x04faff3e, 0xd187c940, 0xfb83ce0a, 0x0122e824}};
};
struct B2 {
  static constexpr Limbs<24> value{{4}};
};
struct Beta1 {
  static constexpr Limbs<24> value{{0x0000002a, 0x96214000, 0x4000002f, 0xc547ba8a, 0xd96f8819,
                                    0xb6290012, 0xdcb5e37c, 0xf2f082d4, 0x45183151, 0xc65759fc,
                                    0x0a398300, 0x8e0a235a, 0x6fa70184, 0xab5e5792, 0x73b6f952,
                                    0xee4a737f, 0x6c5e4426, 0x2d17be41, 0x3bd9603c, 0x6c1f31e5,
                                    0x024e4cca, 0xaa846c61, 0x6c6ecd27, 0x00531dc1}};
};
struct Beta2 {
  static constexpr Limbs<24> value{{0x00000060, 0x5e7bc000, 0x30000053, 0x214983de, 0x11811c1e,
                                    0x5fe3f89c, 0x79b1c57b, 0xa5b093ed, 0x2ed3cddc, 0xab8579e0,
                                    0x08c07a8f, 0xf87fa593, 0xb60d217f, 0x5870636c, 0x71cdefc6,
                                    0x823132b9, 0x14297a1a, 0x256ab7ae, 0x45f7e64c, 0x4d06e685,
                                    0x02acb274, 0x27035cdf, 0x8f1500e3, 0x00cfca63}};
};
constexpr u64 x = 0x8508c00000000001;

// The groups that the kernels know, explained in msm/kernels.cuh. G2 is the same to most of them.
struct G1 {
  using Coordinate = Field<BaseModulus>;
  using Scalar = Field<ScalarModulus>;
  static constexpr int accumulate_threads = 32, accumulate_blocks = 12, parked_coordinates = 4;
  static constexpr int quad_blocks = 2;
  static constexpr int batch_affine_threads = 64, batch_affine_blocks = 6;

  static DEV Coordinate b() { return Coordinate::of<B1>(); }
  static DEV bool has(const Xyzz<Coordinate>& p) {
    return subgroup::bw6(p, Coordinate::of<Beta1>(), x);
  }
};

struct G2 : G1 {
  static DEV Coordinate b() { return Coordinate::of<B2>(); }
  static DEV bool has(const Xyzz<Coordinate>& p) {
    return subgroup::bw6(p, Coordinate::of<Beta2>(), x);
  }
};

}  // namespace bw6_761
