// Runs a kernel: block after block, the threads of a block as fibers.
#pragma once

#include "abi.h"
#include "platform/platform.cuh"
#include "random.h"

namespace emulator {

// CUDA's limits, the same on every device.
constexpr u32 max_block_threads = 1024;
constexpr uint3 max_block{1024, 1024, 64};
constexpr uint3 max_grid{0x7fffffff, 65535, 65535};

struct Grid {
  const Kernel* kernel;
  const void* args;
  uint3 blocks;             // in the grid
  uint3 threads;            // in a block, at most max_block_threads
  u32 shared_bytes;         // dynamic ones
  u64 left_out = no_block;  // the number of a block that is not run

  static constexpr u64 no_block = ~u64(0);
};

// Runs all blocks, in an order drawn from random, or in ascending order without one. Returns an
// error, after a message on stderr, if the kernel trapped, its threads waited for each other in
// vain, or one touched what is no memory. Throws std::bad_alloc before it starts.
CUresult run_grid(const Grid& grid, Random* random);

}  // namespace emulator
