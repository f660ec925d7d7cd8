// Fibers: flows of control that give the processor to each other by name, each on a stack of its
// own.
#pragma once

#include <cstddef>

namespace emulator {

// A flow of control: a fiber, or the one that the operating system's thread came with.
struct Flow {
  void* stack_pointer = nullptr;  // while it is suspended
  // What AddressSanitizer wants to know about a stack that is being left or entered.
  const void* stack = nullptr;
  size_t stack_bytes = 0;
  void* fake_stack = nullptr;
};

// Suspends `from`, which is running, and goes on with `to`. Returns when some other flow switches
// back.
void switch_flow(Flow& from, Flow& to);

// A flow on a stack of its own. The stack is mapped once and used again and again; a page below it
// traps overflows.
class Fiber : public Flow {
 public:
  // entry(fiber) runs at the first switch to the fiber, and never returns. Throws std::bad_alloc.
  // number tells fibers apart: it spreads the hot ends of their stacks over the cache.
  Fiber(void (*entry)(Fiber&), size_t number);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // Forgets what the fiber was doing, without running destructors: the next switch to it starts at
  // entry again.
  void restart();

 private:
  static void first_words();

  void (*const entry_)(Fiber&);
  void* mapping_;
  char* top_;
};

}  // namespace emulator
