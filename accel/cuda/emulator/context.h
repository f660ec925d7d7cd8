// A device's primary context and the objects that live in it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "abi.h"
#include "heap.h"
#include "kernels.h"
#include "shared.h"
#include "stream.h"

namespace emulator {

// What a handle of the interface stands for. Handles are numbers that are never used twice, so that
// one of an object that is gone is recognised.
struct Object {
  explicit Object(Context& context) : context(context) {}
  virtual ~Object() = default;

  Context& context;
  bool excused = false;  // its destruction was asked for and made to fail: it is not a leak
};

struct StreamObject : Object {
  StreamObject(Context& context, std::shared_ptr<Stream> stream)
      : Object(context), stream(std::move(stream)) {}
  std::shared_ptr<Stream> stream;
};

struct EventObject : Object {
  EventObject(Context& context, bool timing) : Object(context), timing(timing) {}
  const bool timing;
  std::shared_ptr<Moment> moment;  // the last recording, if there was one
};

struct ModuleObject : Object {
  using Object::Object;
  std::map<std::string, uint64_t> functions;  // handles that were asked for, by the kernel's name
};

struct FunctionObject : Object {
  FunctionObject(Context& context, const Kernel& kernel)
      : Object(context), kernel(kernel), most_shared_bytes(shared_bytes) {}
  const Kernel& kernel;
  unsigned most_shared_bytes;  // dynamic ones that a launch may ask for
};

struct Registration {
  uint64_t bytes;
  bool excused = false;
};

struct Context {
  Context(int device, Scheduler& scheduler);

  const int device;
  int retained = 0;
  CUresult failure = CUDA_SUCCESS;  // the error that ended the context, if one did
  bool device_lost = false;         // and with the context the process lost the device

  Heap device_memory{"device memory", Place::apart};
  Heap pinned_memory{"pinned memory", Place::among};
  std::map<const uint8_t*, Registration> registered;  // host memory, by its first byte
  const std::shared_ptr<Stream> default_stream;

  // Ends the context with a sticky error: work that has not run never will. The process loses the
  // device, until a reset.
  void fail(CUresult result);
  // The same with an error that was asked for. The device can be taken up again, so that a test can
  // make one call fail after the other.
  void fail_on_demand(CUresult result);
  // Fails the context if guard bytes were written to. `when` says in the message when it was
  // noticed.
  bool check_memory(const char* when);

 private:
  Scheduler& scheduler_;
};

}  // namespace emulator
