// Entry points: device memory, pinned memory, and what is copied between them.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <vector>

#include "entry.h"

using namespace emulator;

static void* at(CUdeviceptr address) { return reinterpret_cast<void*>(address); }

// Bytes that can still be allocated.
static uint64_t free_bytes(const Machine& m, const Context& context) {
  const uint64_t used = context.device_memory.used();
  const uint64_t memory = m.settings.memory_of(context.device);
  return used < memory ? memory - used : 0;
}

static bool fits(const Machine& m, const Context& context, uint64_t bytes) {
  const uint64_t grain = Heap::granularity;
  return bytes <= free_bytes(m, context) / grain * grain;
}

EMULATOR_EXPORT CUresult cuMemGetInfo_v2(size_t* available, size_t* total) {
  return in_context(Entry::cuMemGetInfo_v2, [&](Machine& m, Context& context) {
    if (!available || !total) return CUDA_ERROR_INVALID_VALUE;
    *available = free_bytes(m, context);
    *total = m.settings.memory_of(context.device);
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuMemAlloc_v2(CUdeviceptr* address, size_t bytes) {
  return in_context(Entry::cuMemAlloc_v2, [&](Machine& m, Context& context) {
    if (!address || !bytes) return CUDA_ERROR_INVALID_VALUE;
    if (!fits(m, context, bytes)) return CUDA_ERROR_OUT_OF_MEMORY;
    *address = CUdeviceptr(context.device_memory.allocate(bytes));
    return CUDA_SUCCESS;
  });
}

// The allocation in device memory that starts at this address and is not on its way out, nullptr if
// there is none.
static Allocation* allocation_at(Context& context, CUdeviceptr address) {
  Allocation* allocation = context.device_memory.at(at(address));
  return allocation && !allocation->leaving ? allocation : nullptr;
}

static void excuse_device_memory(Context& context, CUdeviceptr address) {
  if (Allocation* allocation = allocation_at(context, address)) allocation->excused = true;
}

// Releases memory of a heap, which fails the context if it finds the memory damaged.
static void release_memory(Context& context, Heap& heap, const void* address) {
  if (!heap.release(address)) context.fail(CUDA_ERROR_ILLEGAL_ADDRESS);
}

EMULATOR_EXPORT CUresult cuMemFree_v2(CUdeviceptr address) {
  return releasing(
      Entry::cuMemFree_v2,
      [&](Machine&, Context& context) { excuse_device_memory(context, address); },
      [&](Machine& m, Context& context) {
        if (!address) return CUDA_SUCCESS;
        finish_work(m, context);
        if (!allocation_at(context, address)) return CUDA_ERROR_INVALID_VALUE;
        release_memory(context, context.device_memory, at(address));
        return CUDA_SUCCESS;
      });
}

// The pool gives memory at once. Frees that streams still hold back are waited for when there is
// not enough, as the driver's pool does by making the new owner wait.
EMULATOR_EXPORT CUresult cuMemAllocAsync(CUdeviceptr* address, size_t bytes, CUstream handle) {
  return in_context(Entry::cuMemAllocAsync, [&](Machine& m, Context& context) {
    if (!address) return CUDA_ERROR_INVALID_VALUE;
    if (!find_stream(m, context, handle)) return CUDA_ERROR_INVALID_HANDLE;
    *address = 0;
    if (!bytes) return CUDA_SUCCESS;
    m.scheduler.run_until([&] { return fits(m, context, bytes) || m.scheduler.idle(context); });
    if (!fits(m, context, bytes)) return CUDA_ERROR_OUT_OF_MEMORY;
    *address = CUdeviceptr(context.device_memory.allocate(bytes));
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuMemFreeAsync(CUdeviceptr address, CUstream handle) {
  return releasing(
      Entry::cuMemFreeAsync,
      [&](Machine&, Context& context) { excuse_device_memory(context, address); },
      [&](Machine& m, Context& context) {
        Stream* stream = find_stream(m, context, handle);
        if (!stream) return CUDA_ERROR_INVALID_HANDLE;
        if (!address) return CUDA_SUCCESS;
        Allocation* allocation = allocation_at(context, address);
        if (!allocation) return CUDA_ERROR_INVALID_VALUE;
        allocation->leaving = true;
        Work work;
        work.run = [&context, address] {
          release_memory(context, context.device_memory, at(address));
          return CUDA_SUCCESS;
        };
        issue(m, *stream, std::move(work));
        return CUDA_SUCCESS;
      });
}

// Pinned memory.

EMULATOR_EXPORT CUresult cuMemHostAlloc(void** address, size_t bytes, unsigned flags) {
  return in_context(Entry::cuMemHostAlloc, [&](Machine&, Context& context) {
    if (!address || flags & ~CU_MEMHOSTALLOC_ALL) return CUDA_ERROR_INVALID_VALUE;
    *address = nullptr;
    if (bytes) *address = context.pinned_memory.allocate(bytes);
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuMemFreeHost(void* address) {
  return releasing(
      Entry::cuMemFreeHost,
      [&](Machine&, Context& context) {
        if (Allocation* allocation = context.pinned_memory.at(address)) allocation->excused = true;
      },
      [&](Machine& m, Context& context) {
        if (!address) return CUDA_SUCCESS;
        if (!context.pinned_memory.at(address)) return CUDA_ERROR_INVALID_VALUE;
        finish_work(m, context);
        release_memory(context, context.pinned_memory, address);
        return CUDA_SUCCESS;
      });
}

// Whether a range touches one that is registered.
static bool touches_registered(const Context& context, const uint8_t* first, uint64_t bytes) {
  const auto after = context.registered.lower_bound(first + bytes);
  if (after == context.registered.begin()) return false;
  const auto last = std::prev(after);
  return last->first + last->second.bytes > first;
}

EMULATOR_EXPORT CUresult cuMemHostRegister_v2(void* address, size_t bytes, unsigned flags) {
  return in_context(Entry::cuMemHostRegister_v2, [&](Machine& m, Context& context) {
    if (!address || !bytes || flags & ~CU_MEMHOSTREGISTER_ALL) return CUDA_ERROR_INVALID_VALUE;
    if (m.settings.confidential) return CUDA_ERROR_NOT_SUPPORTED;
    const uint8_t* first = static_cast<const uint8_t*>(address);
    if (context.pinned_memory.overlaps(first, bytes)) return CUDA_ERROR_INVALID_VALUE;
    if (touches_registered(context, first, bytes)) return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
    context.registered[first] = {bytes};
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuMemHostUnregister(void* address) {
  const uint8_t* first = static_cast<const uint8_t*>(address);
  return releasing(
      Entry::cuMemHostUnregister,
      [&](Machine&, Context& context) {
        const auto found = context.registered.find(first);
        if (found != context.registered.end()) found->second.excused = true;
      },
      [&](Machine& m, Context& context) {
        if (!context.registered.count(first)) {
          return touches_registered(context, first, 1) ? CUDA_ERROR_INVALID_VALUE
                                                       : CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
        }
        finish_work(m, context);
        context.registered.erase(first);
        return CUDA_SUCCESS;
      });
}

// Copies. Device ranges are checked when a copy is issued, and once more when it runs: a
// stream-ordered free may have come between.

static bool is_device_range(Context& context, CUdeviceptr address, uint64_t bytes) {
  const Allocation* allocation = context.device_memory.containing(at(address), bytes);
  return allocation && !allocation->leaving;
}

static Operation writing(const char* name, const char* family, void* to, uint64_t bytes) {
  return {name, family, [=] { return std::vector<Range>{{static_cast<uint8_t*>(to), bytes}}; }};
}

// Overwrites the registers through which the C library copies, by copies of its kinds. A copy
// engine leaves no data there, where the next signal to the thread would save them in memory.
static void overwrite_registers() {
  static const uint8_t zeros[4096] = {};
  static thread_local uint8_t taken[4096];
  for (volatile size_t bytes = 16; bytes <= sizeof taken; bytes = 2 * bytes)
    memmove(taken, zeros, bytes);
}

static CUresult copy(Machine& m, const char* name, Context& context, void* to, const void* from,
                     uint64_t bytes, CUdeviceptr device_range) {
  if (!context.device_memory.containing(at(device_range), bytes)) return CUDA_ERROR_ILLEGAL_ADDRESS;
  if (bytes < (64 << 10) && strcmp(name, "cuMemcpyDtoDAsync_v2")) m.corruptor.copies_little();
  return m.corruptor.run(writing(name, "copy", to, bytes), [=](bool) {
    memmove(to, from, bytes);
    overwrite_registers();
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, size_t bytes,
                                              CUstream handle) {
  return in_context(Entry::cuMemcpyHtoDAsync_v2, [&](Machine& m, Context& context) {
    Stream* stream = find_stream(m, context, handle);
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (!bytes) return CUDA_SUCCESS;
    const Machine::Reach reach = m.reach(from, bytes);
    if (!from || !is_device_range(context, to, bytes) || reach == Machine::Reach::straddling)
      return CUDA_ERROR_INVALID_VALUE;
    Work work;
    if (reach == Machine::Reach::pinned) {
      work.run = [=, &m, &context] {
        return copy(m, "cuMemcpyHtoDAsync_v2", context, at(to), from, bytes, to);
      };
    } else {
      // The driver has taken pageable memory into a buffer of its own when the call returns.
      const uint8_t* first = static_cast<const uint8_t*>(from);
      work.run = [=, &m, &context, taken = std::vector<uint8_t>(first, first + bytes)] {
        return copy(m, "cuMemcpyHtoDAsync_v2", context, at(to), taken.data(), bytes, to);
      };
    }
    issue(m, *stream, std::move(work));
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, size_t bytes,
                                              CUstream handle) {
  return in_context(Entry::cuMemcpyDtoHAsync_v2, [&](Machine& m, Context& context) {
    Stream* stream = find_stream(m, context, handle);
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (!bytes) return CUDA_SUCCESS;
    const Machine::Reach reach = m.reach(to, bytes);
    if (!to || !is_device_range(context, from, bytes) || reach == Machine::Reach::straddling)
      return CUDA_ERROR_INVALID_VALUE;
    const auto copied = std::make_shared<Moment>();
    Work work;
    work.run = [=, &m, &context] {
      return copy(m, "cuMemcpyDtoHAsync_v2", context, to, at(from), bytes, from);
    };
    work.recorded = copied;
    issue(m, *stream, std::move(work));
    // Into pageable memory the driver copies before it returns.
    if (reach == Machine::Reach::pageable) m.scheduler.run_until([&] { return copied->happened; });
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                                              CUstream handle) {
  return in_context(Entry::cuMemcpyDtoDAsync_v2, [&](Machine& m, Context& context) {
    Stream* stream = find_stream(m, context, handle);
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (!bytes) return CUDA_SUCCESS;
    if (!is_device_range(context, to, bytes) || !is_device_range(context, from, bytes))
      return CUDA_ERROR_INVALID_VALUE;
    Work work;
    work.run = [=, &m, &context] {
      if (!context.device_memory.containing(at(from), bytes)) return CUDA_ERROR_ILLEGAL_ADDRESS;
      return copy(m, "cuMemcpyDtoDAsync_v2", context, at(to), at(from), bytes, to);
    };
    issue(m, *stream, std::move(work));
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count,
                                          CUstream handle) {
  return in_context(Entry::cuMemsetD32Async, [&](Machine& m, Context& context) {
    Stream* stream = find_stream(m, context, handle);
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (!count) return CUDA_SUCCESS;
    if (to % 4 || count > UINT64_MAX / 4 || !is_device_range(context, to, count * 4))
      return CUDA_ERROR_INVALID_VALUE;
    Work work;
    work.run = [=, &m, &context] {
      if (!context.device_memory.containing(at(to), count * 4)) return CUDA_ERROR_ILLEGAL_ADDRESS;
      return m.corruptor.run(writing("cuMemsetD32Async", "memset", at(to), count * 4), [=](bool) {
        std::fill_n(static_cast<unsigned*>(at(to)), count, value);
        return CUDA_SUCCESS;
      });
    };
    issue(m, *stream, std::move(work));
    return CUDA_SUCCESS;
  });
}
