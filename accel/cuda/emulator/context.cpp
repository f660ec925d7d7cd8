#include "context.h"

namespace emulator {

Context::Context(int device, Scheduler& scheduler)
    : device(device),
      default_stream(scheduler.add_stream(*this, StreamKind::legacy)),
      scheduler_(scheduler) {}

void Context::fail(CUresult result) {
  device_lost = true;
  fail_on_demand(result);
}

void Context::fail_on_demand(CUresult result) {
  if (failure == CUDA_SUCCESS) failure = result;
  scheduler_.discard(*this);
}

bool Context::check_memory(const char* when) {
  const bool device_intact = device_memory.intact(when);
  if (pinned_memory.intact(when) && device_intact) return true;
  fail(CUDA_ERROR_ILLEGAL_ADDRESS);
  return false;
}

}  // namespace emulator
