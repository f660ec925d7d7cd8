// The shared memory of the running block.
#pragma once

#include <cstddef>

namespace emulator {

constexpr size_t shared_bytes = 48 << 10;  // what CUDA gives a block without asking, on every device

// Starts a block: no SHARED array has a place, and nothing of the block before can be read.
void shared_begin();

}  // namespace emulator
