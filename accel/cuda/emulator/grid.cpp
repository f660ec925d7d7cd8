#include "grid.h"

#include <numeric>

#include "block.h"

namespace emulator {

// The i-th block of n is number (factor·i + offset) mod n, with a factor prime to n: a permutation
// that needs no table.
struct Order {
  u64 factor = 1, offset = 0, count;

  Order(u64 n, Random* random) : count(n) {
    if (!random || n < 2) return;
    offset = random->next() % n;
    do factor = random->next() % n;
    while (std::gcd(factor, n) != 1);
  }

  u64 operator()(u64 i) const { return u64(((unsigned __int128)factor * i + offset) % count); }
};

CUresult run_grid(const Grid& grid, Random* random) {
  const Order order(u64(grid.blocks.x) * grid.blocks.y * grid.blocks.z, random);
  prepare_blocks(grid, random);
  for (u64 i = 0; i < order.count; i++) {
    const u64 number = order(i), row = number / grid.blocks.x;
    if (number == grid.left_out) continue;
    const CUresult result = run_block(
        {u32(number % grid.blocks.x), u32(row % grid.blocks.y), u32(row / grid.blocks.y)});
    if (result != CUDA_SUCCESS) return result;
  }
  return CUDA_SUCCESS;
}

}  // namespace emulator
