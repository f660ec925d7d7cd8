// Address space for device memory alone, most of which nobody may touch. A wrong index then meets
// no other memory of the process.
#pragma once

#include <cstdint>

namespace emulator {

// Takes memory, at the beginning of a page, with a page behind it that nobody may touch. Throws
// std::bad_alloc.
uint8_t* arena_take(uint64_t bytes);

// Gives it back. Nobody may touch its addresses any more, and nobody gets them again.
void arena_give(uint8_t* first, uint64_t bytes);

// The bytes that arena_take takes.
uint64_t arena_bytes(uint64_t bytes);

}  // namespace emulator
