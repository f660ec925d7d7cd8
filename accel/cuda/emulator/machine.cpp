#include "machine.h"

#include <cstdlib>

#include "report.h"

namespace emulator {

Machine& machine() {
  static Machine& it = *[] {
    // Never destroyed: the end of the process finds other threads still at work.
    auto* made = new Machine;
    made->reset();
    return made;
  }();
  return it;
}

void Machine::reset() {
  while (!contexts_.empty()) destroy(contexts_.begin()->first);
  settings_valid = true;
  settings = settings_from_environment(&settings_valid);
  const char* failures = getenv("GNARK_ACCEL_EMULATOR_FAIL");
  if (!injector.specify(failures ? failures : "")) {
    report("GNARK_ACCEL_EMULATOR_FAIL=%s does not parse", failures);
    injector.specify("");
    settings_valid = false;
  }
  const char* faults = getenv("GNARK_ACCEL_EMULATOR_CORRUPT");
  if (!corruptor.specify(faults ? faults : "", settings.seed)) {
    report("GNARK_ACCEL_EMULATOR_CORRUPT=%s does not parse", faults);
    corruptor.specify("", settings.seed);
    settings_valid = false;
  }
  scheduler.reseed(settings.seed);
  initialised = false;
  leaked = 0;
  losses_.clear();
}

int Machine::device_of_context(uint64_t handle) const {
  for (int device = 0; device < settings.devices; device++) {
    if (handle == handle_of_context(device)) return device;
  }
  return -1;
}

Context* Machine::context_of_device(int device) {
  const auto found = contexts_.find(device);
  return found == contexts_.end() ? nullptr : found->second.get();
}

Context& Machine::retain(int device) {
  auto& context = contexts_[device];
  if (!context) context = std::make_unique<Context>(device, scheduler);
  context->retained++;
  return *context;
}

void Machine::release(Context& context) {
  if (--context.retained) return;
  scheduler.run_until([&] { return scheduler.idle(context); });
  if (context.failure == CUDA_SUCCESS) leaked += live_in(context);
  if (context.device_lost) losses_[context.device] = context.failure;
  destroy(context.device);
}

CUresult Machine::loss_of(int device) const {
  const auto found = losses_.find(device);
  return found == losses_.end() ? CUDA_SUCCESS : found->second;
}

void Machine::destroy(int device) {
  Context& context = *contexts_.at(device);
  scheduler.discard(context);
  scheduler.forget(context);
  for (auto object = objects_.begin(); object != objects_.end();) {
    object = &object->second->context == &context ? objects_.erase(object) : std::next(object);
  }
  contexts_.erase(device);
}

uint64_t Machine::add(std::unique_ptr<Object> object) {
  const uint64_t handle = 0xcda0000000000000u + ++handles_ * 16;  // no address that a program has
  objects_.emplace(handle, std::move(object));
  return handle;
}

Machine::Reach Machine::reach(const void* address, uint64_t bytes) {
  const uint8_t* first = static_cast<const uint8_t*>(address);
  bool touched = false;
  for (auto& [device, context] : contexts_) {
    if (context->pinned_memory.containing(first, bytes)) return Reach::pinned;
    touched |= context->pinned_memory.overlaps(first, bytes);
    for (auto& [start, registration] : context->registered) {
      if (start <= first && first + bytes <= start + registration.bytes) return Reach::pinned;
      touched |= start < first + bytes && first < start + registration.bytes;
    }
  }
  return touched ? Reach::straddling : Reach::pageable;
}

uint64_t Machine::live_in(const Context& context) const {
  uint64_t count = context.device_memory.live() + context.pinned_memory.live();
  for (auto& [start, registration] : context.registered) count += !registration.excused;
  for (auto& [handle, object] : objects_) {
    const bool part_of_module = dynamic_cast<const FunctionObject*>(object.get());
    count += &object->context == &context && !object->excused && !part_of_module;
  }
  return count;
}

uint64_t Machine::flip(uint64_t n, uint64_t bit) {
  uint64_t count = 0;
  for (auto& [device, context] : contexts_) {
    context->device_memory.each([&](uint8_t* address, uint64_t bytes) {
      if (count++ == n) address[bit / 8 % bytes] ^= 1 << bit % 8;
    });
  }
  return count;
}

uint64_t Machine::live() const {
  uint64_t count = 0;
  for (auto& [device, context] : contexts_) count += live_in(*context);
  return count;
}

}  // namespace emulator
