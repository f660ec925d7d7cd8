// Runs the threads of one block as fibers.
//
// A thread runs until it waits: at a barrier of the block, or for other lanes of its warp. Then it
// gives the processor to a thread that can go on. There is no clock that interrupts threads, so a
// kernel without barriers costs no switch at all: one fiber runs thread after thread. A fiber is
// taken only for a thread that waits.
#pragma once

#include "grid.h"

namespace emulator {

// Sets the built-in variables of a grid and gets fibers enough for its blocks. Throws
// std::bad_alloc.
void prepare_blocks(const Grid& grid, Random* random);

// Runs the block with this index of the grid that was prepared. Returns an error, after a message
// on stderr, if it failed.
CUresult run_block(uint3 index);

}  // namespace emulator
