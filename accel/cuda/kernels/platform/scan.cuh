// The scan of one value a thread over a block, by an associative operation: within each warp in
// log₂(32) rounds (W. D. Hillis, G. L. Steele, "Data parallel algorithms", CACM 1986), then over
// the warps.
#pragma once

#include "platform.cuh"

namespace scan {

// What the lanes of the warp up to this one make together.
template <class T, class Operation> DEV T warp(T x, Operation combine) {
  for (u32 step = 1; step < warp_threads; step *= 2) {
    const T before = shuffle_up(all_lanes, x, step);
    if (warp_lane() >= step) x = combine(before, x);
  }
  return x;
}

// What the threads before this one make together, and in `all` what all threads make. combine(x,
// neutral) is x. Blocks are of whole warps.
template <class T, class Operation>
DEV T block(const T& x, const T& neutral, T& all, Operation combine) {
  SHARED(T, warps, warp_threads);
  const u32 lane = warp_lane(), own = threadIdx.x / warp_threads;
  const T in_warp = warp(x, combine);
  if (lane == warp_threads - 1) warps[own] = in_warp;
  __syncthreads();
  if (own == 0) {
    const T total = lane < blockDim.x / warp_threads ? warps[lane] : neutral;
    warps[lane] = warp(total, combine);
  }
  __syncthreads();
  all = warps[warp_threads - 1];
  const T earlier = own == 0 ? neutral : warps[own - 1];
  T before = shuffle_up(all_lanes, in_warp, 1);
  if (lane == 0) before = neutral;
  __syncthreads();
  return combine(earlier, before);
}

}  // namespace scan
