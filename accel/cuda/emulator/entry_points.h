// The entry points of libcuda that the emulator has, by their exported names: those that
// accel/cuda/internal/driver uses.
#pragma once

#define EMULATOR_ENTRY_POINTS(X)   \
  X(cuInit)                        \
  X(cuDriverGetVersion)            \
  X(cuGetErrorName)                \
  X(cuGetErrorString)              \
  X(cuDeviceGetCount)              \
  X(cuDeviceGet)                   \
  X(cuDeviceGetName)               \
  X(cuDeviceGetUuid)               \
  X(cuDeviceTotalMem_v2)           \
  X(cuDeviceGetAttribute)          \
  X(cuDevicePrimaryCtxSetFlags_v2) \
  X(cuDevicePrimaryCtxRetain)      \
  X(cuDevicePrimaryCtxRelease_v2)  \
  X(cuCtxGetCurrent)               \
  X(cuCtxSetCurrent)               \
  X(cuCtxSynchronize)              \
  X(cuMemGetInfo_v2)               \
  X(cuMemAlloc_v2)                 \
  X(cuMemFree_v2)                  \
  X(cuMemAllocAsync)               \
  X(cuMemFreeAsync)                \
  X(cuMemHostAlloc)                \
  X(cuMemFreeHost)                 \
  X(cuMemHostRegister_v2)          \
  X(cuMemHostUnregister)           \
  X(cuMemcpyHtoDAsync_v2)          \
  X(cuMemcpyDtoHAsync_v2)          \
  X(cuMemcpyDtoDAsync_v2)          \
  X(cuMemsetD32Async)              \
  X(cuStreamCreateWithPriority)    \
  X(cuStreamDestroy_v2)            \
  X(cuStreamSynchronize)           \
  X(cuStreamWaitEvent)             \
  X(cuEventCreate)                 \
  X(cuEventDestroy_v2)             \
  X(cuEventRecord)                 \
  X(cuEventQuery)                  \
  X(cuEventSynchronize)            \
  X(cuEventElapsedTime)            \
  X(cuModuleLoadData)              \
  X(cuModuleUnload)                \
  X(cuModuleGetFunction)           \
  X(cuFuncSetAttribute)            \
  X(cuFuncLoad)                    \
  X(cuLaunchKernel)

namespace emulator {

enum class Entry : int {
#define X(name) name,
  EMULATOR_ENTRY_POINTS(X)
#undef X
      count
};

constexpr int entry_count = int(Entry::count);

}  // namespace emulator
