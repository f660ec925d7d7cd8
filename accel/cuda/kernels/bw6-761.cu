// All kernels of BW6-761. Its G2 has coordinates in the same field as G1 and uses the same kernels:
// no formula knows the curve's constant b.
#include "curve/bw6_761.cuh"
#include "msm/kernels.cuh"
#include "ntt/kernels.cuh"
#include "plonk/numerator.cuh"
#include "points/kernels.cuh"
#include "vector/kernels.cuh"

MSM_KERNELS(bw6_761_g1, bw6_761::G1)
BATCH_AFFINE_KERNELS(bw6_761_g1, bw6_761::G1)
LIMIT_KERNELS(bw6_761_g1, bw6_761::G1)
SELFTEST_KERNELS(bw6_761_g1, bw6_761::G1)
POINT_KERNELS(bw6_761_g1, bw6_761::G1)
CHECK_KERNELS(bw6_761_g1, bw6_761::G1)
CHECK_KERNELS(bw6_761_g2, bw6_761::G2)
NTT_KERNELS(bw6_761_fr, bw6_761::G1::Scalar)
VECTOR_KERNELS(bw6_761_fr, bw6_761::G1::Scalar)
PLONK_KERNELS(bw6_761_fr, bw6_761::G1::Scalar)
