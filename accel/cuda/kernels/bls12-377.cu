// All kernels of BLS12-377.
#include "curve/bls12_377.cuh"
#include "msm/kernels.cuh"
#include "ntt/kernels.cuh"
#include "plonk/numerator.cuh"
#include "points/kernels.cuh"
#include "vector/kernels.cuh"

MSM_KERNELS(bls12_377_g1, bls12_377::G1)
BATCH_AFFINE_KERNELS(bls12_377_g1, bls12_377::G1)
MSM_KERNELS(bls12_377_g2, bls12_377::G2)
BATCH_AFFINE_KERNELS(bls12_377_g2, bls12_377::G2)
LIMIT_KERNELS(bls12_377_g1, bls12_377::G1)
SELFTEST_KERNELS(bls12_377_g1, bls12_377::G1)
SELFTEST_KERNELS(bls12_377_g2, bls12_377::G2)
POINT_KERNELS(bls12_377_g1, bls12_377::G1)
POINT_KERNELS(bls12_377_g2, bls12_377::G2)
CHECK_KERNELS(bls12_377_g1, bls12_377::G1)
CHECK_KERNELS(bls12_377_g2, bls12_377::G2)
NTT_KERNELS(bls12_377_fr, bls12_377::G1::Scalar)
VECTOR_KERNELS(bls12_377_fr, bls12_377::G1::Scalar)
PLONK_KERNELS(bls12_377_fr, bls12_377::G1::Scalar)
