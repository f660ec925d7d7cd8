// All kernels of BN254.
#include "curve/bn254.cuh"
#include "msm/kernels.cuh"
#include "ntt/kernels.cuh"
#include "plonk/numerator.cuh"
#include "points/kernels.cuh"
#include "vector/kernels.cuh"

MSM_KERNELS(bn254_g1, bn254::G1)
MSM_KERNELS(bn254_g2, bn254::G2)
BATCH_AFFINE_KERNELS(bn254_g2, bn254::G2)
LIMIT_KERNELS(bn254_g1, bn254::G1)
SELFTEST_KERNELS(bn254_g1, bn254::G1)
SELFTEST_KERNELS(bn254_g2, bn254::G2)
POINT_KERNELS(bn254_g1, bn254::G1)
POINT_KERNELS(bn254_g2, bn254::G2)
CHECK_KERNELS(bn254_g1, bn254::G1)
CHECK_KERNELS(bn254_g2, bn254::G2)
NTT_KERNELS(bn254_fr, bn254::G1::Scalar)
VECTOR_KERNELS(bn254_fr, bn254::G1::Scalar)
PLONK_KERNELS(bn254_fr, bn254::G1::Scalar)
