// Accesses of kernels to what is no memory, which a device turns into an error.
#pragma once

#include <pthread.h>
#include <signal.h>

namespace emulator {

// While it lives, an access of this thread to what is no memory calls a function, which does not
// return. Accesses of other threads go the way that they went before. With AddressSanitizer it does
// nothing.
class Watch {
 public:
  explicit Watch(void (*outside)(const void* address));
  ~Watch();
  Watch(const Watch&) = delete;

 private:
  struct sigaction before_;
};

}  // namespace emulator
