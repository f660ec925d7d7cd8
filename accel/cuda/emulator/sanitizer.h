// AddressSanitizer's interface where the emulator is built with it, and nothing otherwise.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)

#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>

namespace emulator {

constexpr bool address_sanitizer = true;

// Around a switch of stacks: before it on the stack that is left, after it on the one that is
// entered.
inline void sanitizer_leave(void** fake_stack, const void* stack, size_t bytes) {
  __sanitizer_start_switch_fiber(fake_stack, stack, bytes);
}
inline void sanitizer_enter(void* fake_stack, const void** left, size_t* left_bytes) {
  __sanitizer_finish_switch_fiber(fake_stack, left, left_bytes);
}

// Forbids and allows access to memory.
inline void sanitizer_forbid(const void* memory, size_t bytes) {
  __asan_poison_memory_region(memory, bytes);
}
inline void sanitizer_clean(const void* memory, size_t bytes) {
  __asan_unpoison_memory_region(memory, bytes);
}

}  // namespace emulator

#else

namespace emulator {

constexpr bool address_sanitizer = false;
inline void sanitizer_leave(void**, const void*, size_t) {}
inline void sanitizer_enter(void*, const void**, size_t*) {}
inline void sanitizer_forbid(const void*, size_t) {}
inline void sanitizer_clean(const void*, size_t) {}

}  // namespace emulator

#endif
