// All kernels of BN254.
#include "curve/bn254.cuh"
#include "msm/kernels.cuh"

MSM_KERNELS(bn254_g1, bn254::G1)
MSM_KERNELS(bn254_g2, bn254::G2)
SELFTEST_KERNELS(bn254_g1, bn254::G1)
SELFTEST_KERNELS(bn254_g2, bn254::G2)
