#include "shared.h"

#include <cstdio>
#include <cstring>

#include "poison.h"
#include "sanitizer.h"
#include "platform/platform.cuh"

namespace emulator {

u64 shared_block;

// The arrays lie one after the other, with a gap between them that AddressSanitizer watches. The gaps don't count
// towards the limit.
static constexpr size_t gap = address_sanitizer ? 64 : 0;
alignas(128) static u8 arena[2 * shared_bytes];
static size_t next;  // where the next array may start
static size_t used;  // what CUDA would count

void shared_begin() {
  shared_block++;
  next = used = 0;
  sanitizer_forbid(arena, sizeof arena);
}

void shared_place(SharedArray& array, size_t size, size_t align) {
  used = (used + align - 1) / align * align + size;
  const size_t start = (next + align - 1) / align * align;
  if (used > shared_bytes || start + size > sizeof arena) {
    char why[96];
    snprintf(why, sizeof why, "the shared arrays need %zu bytes of %zu", used, shared_bytes);
    trap(why);
  }
  next = start + size + gap;
  array.block = shared_block;
  array.address = arena + start;
  sanitizer_clean(array.address, size);
  memset(array.address, poison_shared, size);
}

}  // namespace emulator
