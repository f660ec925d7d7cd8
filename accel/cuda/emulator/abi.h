// The part of libcuda's binary interface that the emulator serves: types, constants and results as
// the driver's documentation gives them.
#pragma once

#include <cstddef>
#include <cstdint>

enum CUresult : int {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_IMAGE = 200,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_ECC_UNCORRECTABLE = 214,
  CUDA_ERROR_INVALID_HANDLE = 400,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  CUDA_ERROR_LAUNCH_TIMEOUT = 702,
  CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
  CUDA_ERROR_ASSERT = 710,
  CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
  CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
  CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
  CUDA_ERROR_ILLEGAL_INSTRUCTION = 715,
  CUDA_ERROR_MISALIGNED_ADDRESS = 716,
  CUDA_ERROR_INVALID_ADDRESS_SPACE = 717,
  CUDA_ERROR_INVALID_PC = 718,
  CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999,
};

using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st*;
using CUstream = struct CUstream_st*;
using CUevent = struct CUevent_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;

struct CUuuid {
  uint8_t bytes[16];
};

// Flags.
constexpr unsigned CU_CTX_SCHED_MASK = 7, CU_CTX_FLAGS_MASK = 0xff;
constexpr unsigned CU_STREAM_NON_BLOCKING = 1;
constexpr unsigned CU_EVENT_BLOCKING_SYNC = 1, CU_EVENT_DISABLE_TIMING = 2,
                   CU_EVENT_INTERPROCESS = 4;
constexpr unsigned CU_MEMHOSTALLOC_ALL = 7;      // portable, mapped, write-combined
constexpr unsigned CU_MEMHOSTREGISTER_ALL = 15;  // portable, mapped, I/O memory, read-only

// The stream handle that names the legacy default stream, as the null handle does.
inline const CUstream CU_STREAM_LEGACY = reinterpret_cast<CUstream>(1);

// The keys of cuLaunchKernel's `extra`.
inline void* const CU_LAUNCH_PARAM_END = nullptr;
inline void* const CU_LAUNCH_PARAM_BUFFER_POINTER = reinterpret_cast<void*>(1);
inline void* const CU_LAUNCH_PARAM_BUFFER_SIZE = reinterpret_cast<void*>(2);

// The one attribute of a function that can be set here.
enum CUfunction_attribute : int { CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8 };

// Device attributes that have a value here; the others are 0.
enum CUdevice_attribute : int {
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
  CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
  CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
  CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
  CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
  CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
  CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
  CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
  CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
  CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
  CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
  CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED = 99,
  CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
  CU_DEVICE_ATTRIBUTE_LAST = 150,
};

// The entry points, as the driver declares them.
#define EMULATOR_EXPORT extern "C" __attribute__((visibility("default")))

EMULATOR_EXPORT CUresult cuInit(unsigned flags);
EMULATOR_EXPORT CUresult cuDriverGetVersion(int* version);
EMULATOR_EXPORT CUresult cuGetErrorName(CUresult result, const char** name);
EMULATOR_EXPORT CUresult cuGetErrorString(CUresult result, const char** text);
EMULATOR_EXPORT CUresult cuDeviceGetCount(int* count);
EMULATOR_EXPORT CUresult cuDeviceGet(CUdevice* device, int ordinal);
EMULATOR_EXPORT CUresult cuDeviceGetName(char* name, int bytes, CUdevice device);
EMULATOR_EXPORT CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device);
EMULATOR_EXPORT CUresult cuDeviceTotalMem_v2(size_t* bytes, CUdevice device);
EMULATOR_EXPORT CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute,
                                              CUdevice device);
EMULATOR_EXPORT CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags);
EMULATOR_EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device);
EMULATOR_EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device);
EMULATOR_EXPORT CUresult cuCtxGetCurrent(CUcontext* context);
EMULATOR_EXPORT CUresult cuCtxSetCurrent(CUcontext context);
EMULATOR_EXPORT CUresult cuCtxSynchronize();
EMULATOR_EXPORT CUresult cuMemGetInfo_v2(size_t* available, size_t* total);
EMULATOR_EXPORT CUresult cuMemAlloc_v2(CUdeviceptr* address, size_t bytes);
EMULATOR_EXPORT CUresult cuMemFree_v2(CUdeviceptr address);
EMULATOR_EXPORT CUresult cuMemAllocAsync(CUdeviceptr* address, size_t bytes, CUstream stream);
EMULATOR_EXPORT CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream);
EMULATOR_EXPORT CUresult cuMemHostAlloc(void** address, size_t bytes, unsigned flags);
EMULATOR_EXPORT CUresult cuMemFreeHost(void* address);
EMULATOR_EXPORT CUresult cuMemHostRegister_v2(void* address, size_t bytes, unsigned flags);
EMULATOR_EXPORT CUresult cuMemHostUnregister(void* address);
EMULATOR_EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, size_t bytes,
                                              CUstream stream);
EMULATOR_EXPORT CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, size_t bytes,
                                              CUstream stream);
EMULATOR_EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                                              CUstream stream);
EMULATOR_EXPORT CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count,
                                          CUstream stream);
EMULATOR_EXPORT CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int);
EMULATOR_EXPORT CUresult cuStreamDestroy_v2(CUstream stream);
EMULATOR_EXPORT CUresult cuStreamSynchronize(CUstream stream);
EMULATOR_EXPORT CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags);
EMULATOR_EXPORT CUresult cuEventCreate(CUevent* event, unsigned flags);
EMULATOR_EXPORT CUresult cuEventDestroy_v2(CUevent event);
EMULATOR_EXPORT CUresult cuEventRecord(CUevent event, CUstream stream);
EMULATOR_EXPORT CUresult cuEventQuery(CUevent event);
EMULATOR_EXPORT CUresult cuEventSynchronize(CUevent event);
EMULATOR_EXPORT CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end);
EMULATOR_EXPORT CUresult cuModuleLoadData(CUmodule* module, const void* image);
EMULATOR_EXPORT CUresult cuModuleUnload(CUmodule module);
EMULATOR_EXPORT CUresult cuModuleGetFunction(CUfunction* function, CUmodule module,
                                             const char* name);
EMULATOR_EXPORT CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute,
                                            int value);
EMULATOR_EXPORT CUresult cuFuncLoad(CUfunction function);
EMULATOR_EXPORT CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                        unsigned grid_z, unsigned block_x, unsigned block_y,
                                        unsigned block_z, unsigned dynamic_shared_bytes,
                                        CUstream stream, void** parameters, void** extra);
