// The kernels of the driver binding's own tests, which bring them as PTX.
#include "platform/platform.cuh"

struct DriverTestArgs {
  u32* out;
  const u32* in;
  u32 n, factor;
};

KERNEL(driver_test_scale, DriverTestArgs) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < args.n) args.out[i] = args.in[i] * args.factor + i;
}

KERNEL(driver_test_store, DriverTestArgs) { *args.out = 1; }
