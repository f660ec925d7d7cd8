// Everything there is: the settings, the devices' contexts, the handles, and what is under way.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "context.h"
#include "corrupt.h"
#include "inject.h"
#include "settings.h"

namespace emulator {

class Machine {
 public:
  std::mutex lock;  // held by every entry point from beginning to end

  Settings settings;
  bool settings_valid = true;
  Injector injector;
  Corruptor corruptor;
  Scheduler scheduler;
  bool initialised = false;
  uint64_t leaked = 0;  // objects that were alive when their context went

  // As after loading: nothing allocated, settings and injected failures and faults those of the
  // environment.
  void reset();

  // Contexts. A device's primary context has the same handle whenever it is made.
  Context* context_of_device(int device);  // nullptr if it has none
  Context& retain(int device);             // makes it if there is none. Throws std::bad_alloc
  // Undoes one retain; the last one destroys the context and all it holds.
  void release(Context& context);
  static uint64_t handle_of_context(int device) {
    return 0xcda1000000000000u + uint64_t(device) * 16;
  }
  int device_of_context(uint64_t handle) const;  // -1 for what is no context's handle

  // The error of a context of this device that failed and went: the process cannot use the device
  // any more.
  CUresult loss_of(int device) const;

  // Objects.
  template <class T> T* find(const void* handle) {
    const auto found = objects_.find(uint64_t(handle));
    return found == objects_.end() ? nullptr : dynamic_cast<T*>(found->second.get());
  }
  template <class T>
  T* find(Context& context, const void* handle) {  // only if it belongs to the context
    T* object = find<T>(handle);
    return object && &object->context == &context ? object : nullptr;
  }
  uint64_t add(std::unique_ptr<Object> object);
  void remove(uint64_t handle) { objects_.erase(handle); }

  // Host memory that the device can reach by itself: pinned or registered, in whatever context.
  enum class Reach { pageable, pinned, straddling };
  Reach reach(const void* address, uint64_t bytes);

  // Objects that nobody tried to release: allocations, registrations, streams, events and modules.
  uint64_t live() const;

  // Flips a bit of the n-th allocation of device memory, as a particle does. Allocations count from
  // 0, in the order of addresses; bits count modulo those of the allocation. Returns the number of
  // allocations.
  uint64_t flip(uint64_t n, uint64_t bit);

 private:
  uint64_t live_in(const Context& context) const;
  void destroy(int device);

  std::map<int, std::unique_ptr<Context>> contexts_;  // by device
  std::map<int, CUresult> losses_;
  std::unordered_map<uint64_t, std::unique_ptr<Object>> objects_;
  uint64_t handles_ = 0;
};

// The one machine of the process.
Machine& machine();

}  // namespace emulator
