// What memory holds before anyone writes to it. The top bits are set, so that a word that was never
// written is neither a valid index nor a reduced field element.
#pragma once

#include <cstdint>

namespace emulator {

constexpr uint8_t poison_fresh = 0xd7;   // allocated memory, device's and pinned
constexpr uint8_t poison_freed = 0xdf;   // memory after its release
constexpr uint8_t poison_guard = 0x9b;   // before and after an allocation
constexpr uint8_t poison_shared = 0xe5;  // shared memory at the start of a block
// What a shuffle gives when the lane it reads takes no part: CUDA leaves it undefined.
constexpr uint64_t poison_lane = 0xf1f1f1f1f1f1f1f1u;

}  // namespace emulator
