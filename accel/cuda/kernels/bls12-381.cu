// All kernels of BLS12-381.
#include "curve/bls12_381.cuh"
#include "msm/kernels.cuh"

MSM_KERNELS(bls12_381_g1, bls12_381::G1)
MSM_KERNELS(bls12_381_g2, bls12_381::G2)
SELFTEST_KERNELS(bls12_381_g1, bls12_381::G1)
SELFTEST_KERNELS(bls12_381_g2, bls12_381::G2)
