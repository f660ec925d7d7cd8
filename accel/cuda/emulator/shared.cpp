#include "shared.h"

#include <cstdio>
#include <cstring>

#include "poison.h"
#include "sanitizer.h"
#include "platform/platform.cuh"

namespace emulator {

u64 shared_block;

// The arrays lie one after the other, with a gap between them that AddressSanitizer watches. The
// gaps don't count towards the limit.
static constexpr size_t gap = address_sanitizer ? 64 : 0;
alignas(128) static u8 arena[2 * most_shared_bytes];
static size_t next;     // where the next array may start
static size_t used;     // what CUDA would count of the arrays
static size_t dynamic;  // what the launch asked for, at the arena's beginning

static void hand_out(u8* start, size_t size) {
  sanitizer_clean(start, size);
  memset(start, poison_shared, size);
}

void shared_begin(size_t dynamic_bytes) {
  shared_block++;
  dynamic = dynamic_bytes;
  next = dynamic == 0 ? 0 : dynamic + gap;
  used = 0;
  sanitizer_forbid(arena, sizeof arena);
  hand_out(arena, dynamic);
}

void* shared_dynamic() { return arena; }

void shared_place(SharedArray& array, size_t size, size_t align) {
  used = (used + align - 1) / align * align + size;
  const size_t start = (next + align - 1) / align * align;
  if (used > shared_bytes || used + dynamic > most_shared_bytes || start + size > sizeof arena) {
    char why[128];
    snprintf(why, sizeof why, "the shared arrays need %zu bytes of %zu, beside %zu of %zu", used,
             shared_bytes, dynamic, most_shared_bytes);
    trap(why);
  }
  next = start + size + gap;
  array.block = shared_block;
  array.address = arena + start;
  hand_out(arena + start, size);
}

}  // namespace emulator
