#include "arena.h"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

namespace emulator {

// A 32-bit index of the largest elements reaches less far than a quarter of this.
static constexpr uint64_t arena_size = uint64_t(1) << 44;

static uint64_t page() {
  static const uint64_t bytes = uint64_t(sysconf(_SC_PAGESIZE));
  return bytes;
}

uint64_t arena_bytes(uint64_t bytes) { return (bytes + page() - 1) / page() * page() + page(); }

// The next address that nobody has had. It is in the arena's second quarter at first.
static uint8_t* next;
static uint8_t* end;

static void reserve() {
  void* const space =
      mmap(nullptr, arena_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (space == MAP_FAILED) throw std::bad_alloc();
  next = static_cast<uint8_t*>(space) + arena_size / 4;
  end = static_cast<uint8_t*>(space) + arena_size / 4 * 3;
}

uint8_t* arena_take(uint64_t bytes) {
  if (!next) reserve();
  const uint64_t taken = arena_bytes(bytes);
  if (taken < bytes || taken > uint64_t(end - next)) throw std::bad_alloc();
  uint8_t* const first = next;
  if (mprotect(first, taken - page(), PROT_READ | PROT_WRITE)) throw std::bad_alloc();
  next += taken;
  return first;
}

void arena_give(uint8_t* first, uint64_t bytes) {
  mmap(first, arena_bytes(bytes) - page(), PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

}  // namespace emulator
