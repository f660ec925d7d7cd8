// The shared memory of the running block.
#pragma once

#include <cstddef>

namespace emulator {

// What CUDA gives a block without asking, on every device.
constexpr size_t shared_bytes = 48 << 10;
// What it gives one that asks, on compute capability 9.0.
constexpr size_t most_shared_bytes = 227 << 10;

// Starts a block with so many bytes of dynamic shared memory: no SHARED array has a place, and
// nothing of the block before can be read.
void shared_begin(size_t dynamic_bytes);

}  // namespace emulator
