// Entry points: modules, functions and launches.
#include <cstring>
#include <vector>

#include "entry.h"
#include "grid.h"
#include "report.h"
#include "shared.h"

using namespace emulator;

// Whether this looks like an image: a fatbin, a cubin, or PTX, which begins with its version after
// comments. Nothing says how long an image is, so no more is read than tells them apart.
static bool is_image(const char* image) {
  const char fatbin[] = "\x50\xed\x55\xba";
  const char cubin[] = {0x7f, 'E', 'L', 'F'};
  if (!strncmp(image, fatbin, 4) || !strncmp(image, cubin, 4)) return true;
  for (;; image++) {
    image += strspn(image, " \t\r\n");
    if (strncmp(image, "//", 2)) break;
    image += strcspn(image, "\n");
    if (!*image) break;
  }
  return !strncmp(image, ".version", 8);
}

// The image itself is not used: the kernels are those of the library.
EMULATOR_EXPORT CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  return in_context(Entry::cuModuleLoadData, [&](Machine& m, Context& context) {
    if (!module || !image) return CUDA_ERROR_INVALID_VALUE;
    if (!is_image(static_cast<const char*>(image))) return CUDA_ERROR_INVALID_IMAGE;
    *module = reinterpret_cast<CUmodule>(m.add(std::make_unique<ModuleObject>(context)));
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuModuleUnload(CUmodule module) {
  return releasing(
      Entry::cuModuleUnload,
      [&](Machine& m, Context& context) {
        if (ModuleObject* object = m.find<ModuleObject>(context, module)) object->excused = true;
      },
      [&](Machine& m, Context& context) {
        ModuleObject* object = m.find<ModuleObject>(context, module);
        if (!object) return CUDA_ERROR_INVALID_HANDLE;
        finish_work(m, context);
        for (auto& [name, function] : object->functions) m.remove(function);
        m.remove(uint64_t(module));
        return CUDA_SUCCESS;
      });
}

EMULATOR_EXPORT CUresult cuModuleGetFunction(CUfunction* function, CUmodule module,
                                             const char* name) {
  return in_context(Entry::cuModuleGetFunction, [&](Machine& m, Context& context) {
    if (!function || !name) return CUDA_ERROR_INVALID_VALUE;
    ModuleObject* object = m.find<ModuleObject>(context, module);
    if (!object) return CUDA_ERROR_INVALID_HANDLE;
    const Kernel* kernel = find_kernel(name);
    if (!kernel) return CUDA_ERROR_NOT_FOUND;
    uint64_t& handle = object->functions[name];
    if (!handle) handle = m.add(std::make_unique<FunctionObject>(context, *kernel));
    *function = reinterpret_cast<CUfunction>(handle);
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute,
                                            int value) {
  return in_context(Entry::cuFuncSetAttribute, [&](Machine& m, Context& context) {
    FunctionObject* object = m.find<FunctionObject>(context, function);
    if (!object) return CUDA_ERROR_INVALID_HANDLE;
    if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
      return CUDA_ERROR_NOT_SUPPORTED;
    if (value < 0 || size_t(value) > most_shared_bytes) return CUDA_ERROR_INVALID_VALUE;
    object->most_shared_bytes = unsigned(value);
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuFuncLoad(CUfunction function) {
  return in_context(Entry::cuFuncLoad, [&](Machine& m, Context& context) {
    return m.find<FunctionObject>(context, function) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
  });
}

static bool within(uint3 size, uint3 most) {
  return size.x && size.y && size.z && size.x <= most.x && size.y <= most.y && size.z <= most.z;
}

// The argument buffer that the list `extra` describes. Returns false if it is not as it must be.
static bool find_arguments(void** extra, const uint8_t** bytes, size_t* size) {
  const size_t* size_place = nullptr;
  *bytes = nullptr;
  for (void** item = extra; item && *item != CU_LAUNCH_PARAM_END; item += 2) {
    if (item[0] == CU_LAUNCH_PARAM_BUFFER_POINTER) *bytes = static_cast<const uint8_t*>(item[1]);
    else if (item[0] == CU_LAUNCH_PARAM_BUFFER_SIZE)
      size_place = static_cast<const size_t*>(item[1]);
    else return false;
  }
  if (!*bytes || !size_place) return false;
  *size = *size_place;
  return true;
}

// All memory that a kernel may write to.
static std::vector<Range> all_of(const Context& context) {
  std::vector<Range> all;
  context.device_memory.each([&](uint8_t* first, uint64_t bytes) {
    all.push_back({first, bytes});
  });
  return all;
}

EMULATOR_EXPORT CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                        unsigned grid_z, unsigned block_x, unsigned block_y,
                                        unsigned block_z, unsigned dynamic_shared_bytes,
                                        CUstream handle, void** parameters, void** extra) {
  return in_context(Entry::cuLaunchKernel, [&](Machine& m, Context& context) {
    const FunctionObject* object = m.find<FunctionObject>(context, function);
    Stream* stream = find_stream(m, context, handle);
    if (!object || !stream) return CUDA_ERROR_INVALID_HANDLE;
    const Kernel& kernel = object->kernel;

    const uint3 blocks{grid_x, grid_y, grid_z}, threads{block_x, block_y, block_z};
    if (!within(blocks, max_grid) || !within(threads, max_block)) return CUDA_ERROR_INVALID_VALUE;
    if (u64(block_x) * block_y * block_z > max_block_threads) return CUDA_ERROR_INVALID_VALUE;
    if (u64(block_x) * block_y * block_z > kernel.max_threads) return CUDA_ERROR_INVALID_VALUE;
    if (dynamic_shared_bytes > object->most_shared_bytes) return CUDA_ERROR_INVALID_VALUE;

    if (parameters && extra) return CUDA_ERROR_INVALID_VALUE;
    if (parameters) {
      report("kernel %s: arguments are taken through cuLaunchKernel's `extra` only", kernel.name);
      return CUDA_ERROR_NOT_SUPPORTED;
    }
    const uint8_t* bytes;
    size_t size;
    if (!find_arguments(extra, &bytes, &size)) return CUDA_ERROR_INVALID_VALUE;
    // A driver takes a buffer that is too small, and lets the kernel read what lies behind it.
    if (size != kernel.args_size) {
      report("kernel %s takes %zu bytes of arguments and got %zu", kernel.name, kernel.args_size,
             size);
      return size > kernel.args_size ? CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
                                     : CUDA_ERROR_INVALID_VALUE;
    }

    Work work;
    // What operator new returns is aligned for every argument.
    work.run = [&m, &context, &kernel, blocks, threads, dynamic_shared_bytes,
                args = std::vector<uint8_t>(bytes, bytes + size)] {
      const auto run = [&](bool without_a_block) {
        Grid grid{&kernel, args.data(), blocks, threads, dynamic_shared_bytes};
        const u64 count = u64(blocks.x) * blocks.y * blocks.z;
        if (without_a_block) grid.left_out = m.corruptor.random().next() % count;
        return run_grid(grid, m.scheduler.random());
      };
      const Operation operation{kernel.name, "kernel", [&] { return all_of(context); }};
      const CUresult result = m.corruptor.run(operation, run);
      if (result != CUDA_SUCCESS) return result;
      context.check_memory((std::string("after kernel ") + kernel.name).c_str());
      return CUDA_SUCCESS;
    };
    issue(m, *stream, std::move(work));
    return CUDA_SUCCESS;
  });
}
