// Entry points: the library itself, devices and contexts.
#include <algorithm>
#include <cstring>

#include "entry.h"
#include "grid.h"
#include "shared.h"

using namespace emulator;

thread_local uint64_t emulator::current_context;

EMULATOR_EXPORT CUresult cuInit(unsigned flags) {
  return anywhere(Entry::cuInit, [&](Machine& m) {
    if (flags || !m.settings_valid) return CUDA_ERROR_INVALID_VALUE;
    if (m.settings.devices == 0) return CUDA_ERROR_NO_DEVICE;
    m.initialised = true;
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuDriverGetVersion(int* version) {
  return anywhere(Entry::cuDriverGetVersion, [&](Machine& m) {
    if (!version) return CUDA_ERROR_INVALID_VALUE;
    *version = m.settings.driver_version;
    return CUDA_SUCCESS;
  });
}

static CUresult give_text(const char* text, const char** place) {
  if (!place) return CUDA_ERROR_INVALID_VALUE;
  *place = text;
  return text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EMULATOR_EXPORT CUresult cuGetErrorName(CUresult result, const char** name) {
  return anywhere(Entry::cuGetErrorName,
                  [&](Machine&) { return give_text(error_name(result), name); });
}

EMULATOR_EXPORT CUresult cuGetErrorString(CUresult result, const char** text) {
  return anywhere(Entry::cuGetErrorString,
                  [&](Machine&) { return give_text(error_string(result), text); });
}

EMULATOR_EXPORT CUresult cuDeviceGetCount(int* count) {
  return initialised(Entry::cuDeviceGetCount, [&](Machine& m) {
    if (!count) return CUDA_ERROR_INVALID_VALUE;
    *count = m.settings.devices;
    return CUDA_SUCCESS;
  });
}

// For entry points about a device: body(machine) -> CUresult, if there is such a device.
template <class Body> static CUresult of_device(Entry entry, CUdevice device, Body body) {
  return initialised(entry, [&](Machine& m) {
    return device < 0 || device >= m.settings.devices ? CUDA_ERROR_INVALID_DEVICE : body(m);
  });
}

EMULATOR_EXPORT CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  return of_device(Entry::cuDeviceGet, ordinal, [&](Machine&) {
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    *device = ordinal;
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuDeviceGetName(char* name, int bytes, CUdevice device) {
  return of_device(Entry::cuDeviceGetName, device, [&](Machine&) {
    if (!name || bytes <= 0) return CUDA_ERROR_INVALID_VALUE;
    const char text[] = "CUDA emulator";
    const size_t length = std::min(sizeof text - 1, size_t(bytes) - 1);
    memcpy(name, text, length);
    name[length] = 0;
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  return of_device(Entry::cuDeviceGetUuid, device, [&](Machine&) {
    if (!uuid) return CUDA_ERROR_INVALID_VALUE;
    memcpy(uuid->bytes, "cuda-emulator", 13);
    uuid->bytes[13] = 0;
    uuid->bytes[14] = uint8_t(device >> 8);
    uuid->bytes[15] = uint8_t(device);
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuDeviceTotalMem_v2(size_t* bytes, CUdevice device) {
  return of_device(Entry::cuDeviceTotalMem_v2, device, [&](Machine& m) {
    if (!bytes) return CUDA_ERROR_INVALID_VALUE;
    *bytes = m.settings.memory_of(device);
    return CUDA_SUCCESS;
  });
}

static int attribute_value(const Settings& settings, CUdevice device, int attribute) {
  switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: return int(max_block_threads);
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X: return int(max_block.x);
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y: return int(max_block.y);
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z: return int(max_block.z);
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: return int(max_grid.x);
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y: return int(max_grid.y);
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z: return int(max_grid.z);
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK: return int(shared_bytes);
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: return int(most_shared_bytes);
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR:
      return int(most_shared_bytes) + 1024;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: return warpSize;
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK: return 65536;
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR: return 65536;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: return 2048;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: return settings.multiprocessors_of(device);
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: return 1000000;         // kHz
    case CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE: return 1000000;  // kHz
    case CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH: return 64;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: return 4 << 20;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: return settings.major;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: return settings.minor;
    case CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY:
    case CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS:
    case CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT:
    case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
    case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED: return 1;
    case CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED: return !settings.confidential;
    default: return 0;
  }
}

EMULATOR_EXPORT CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute,
                                              CUdevice device) {
  return of_device(Entry::cuDeviceGetAttribute, device, [&](Machine& m) {
    if (!value || attribute < 1 || attribute > CU_DEVICE_ATTRIBUTE_LAST)
      return CUDA_ERROR_INVALID_VALUE;
    *value = attribute_value(m.settings, device, attribute);
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags) {
  return of_device(Entry::cuDevicePrimaryCtxSetFlags_v2, device, [&](Machine&) {
    const unsigned scheduling = flags & CU_CTX_SCHED_MASK;
    // Ways of waiting, of which there can be one.
    const bool several = scheduling & (scheduling - 1);
    return several || flags & ~CU_CTX_FLAGS_MASK ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  return of_device(Entry::cuDevicePrimaryCtxRetain, device, [&](Machine& m) {
    if (!context) return CUDA_ERROR_INVALID_VALUE;
    if (!m.context_of_device(device) && m.loss_of(device) != CUDA_SUCCESS) return m.loss_of(device);
    m.retain(device);
    *context = reinterpret_cast<CUcontext>(Machine::handle_of_context(device));
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  return of_device(Entry::cuDevicePrimaryCtxRelease_v2, device, [&](Machine& m) {
    Context* context = m.context_of_device(device);
    if (!context) return CUDA_ERROR_INVALID_CONTEXT;
    m.release(*context);
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuCtxGetCurrent(CUcontext* context) {
  return initialised(Entry::cuCtxGetCurrent, [&](Machine&) {
    if (!context) return CUDA_ERROR_INVALID_VALUE;
    *context = reinterpret_cast<CUcontext>(current_context);
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuCtxSetCurrent(CUcontext context) {
  return initialised(Entry::cuCtxSetCurrent, [&](Machine& m) {
    if (context && m.device_of_context(uint64_t(context)) < 0) return CUDA_ERROR_INVALID_CONTEXT;
    current_context = uint64_t(context);
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuCtxSynchronize() {
  return in_context(Entry::cuCtxSynchronize, [&](Machine& m, Context& context) {
    finish_work(m, context);
    context.check_memory("at cuCtxSynchronize");
    return CUDA_SUCCESS;
  });
}
