// The kernels of the emulator's own tests. nvcc compiles them too, so that the tests can be held
// against a real device.
#include "platform/platform.cuh"

#include "args.h"

DEV u32 global_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Blocks.

// Where each thread of a three-dimensional grid is, by its place in the grid and its block.
KERNEL(test_indices, OutArgs) {
  const u32 block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const u32 thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  args.out[block * blockDim.x * blockDim.y * blockDim.z + thread] = block << 16 | thread;
}

// Each block turns its part of the input around.
KERNEL(test_reverse, InOutArgs) {
  SHARED(u32, values, 1024);
  values[threadIdx.x] = args.in[global_thread()];
  __syncthreads();
  args.out[global_thread()] = values[blockDim.x - 1 - threadIdx.x];
}

// The same without the barrier that it needs.
KERNEL(test_reverse_racing, InOutArgs) {
  SHARED(u32, values, 1024);
  values[threadIdx.x] = args.in[global_thread()];
  args.out[global_thread()] = values[blockDim.x - 1 - threadIdx.x];
}

// The sum of a block's inputs, in a tree. The block has a power of two threads.
KERNEL_BOUNDS(test_sum, InOutArgs, 256, 2) {
  SHARED(u64, sums, 256);
  sums[threadIdx.x] = args.in[global_thread()];
  for (u32 half = blockDim.x / 2; half; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) args.out[blockIdx.x] = u32(sums[0]);
}

// Threads from n on end at once; the others use all kinds of barriers. The predicate is that the
// input is not 0.
KERNEL(test_votes_of_block, InOutArgs) {
  if (threadIdx.x >= args.parameter) return;
  const int predicate = int(args.in[global_thread()]);
  const int count = __syncthreads_count(predicate), some = __syncthreads_or(predicate),
            all = __syncthreads_and(predicate);
  args.out[global_thread()] = u32(count) << 2 | u32(some != 0) << 1 | u32(all != 0);
}

// What shared memory holds before it is written; leaves other values there.
KERNEL(test_fresh_shared, OutArgs) {
  SHARED(u32, values, 64);
  SHARED(u64, more, 32);
  args.out[2 * global_thread()] = values[threadIdx.x];
  args.out[2 * global_thread() + 1] = u32(more[threadIdx.x % 32]);
  values[threadIdx.x] = threadIdx.x;
  more[threadIdx.x % 32] = threadIdx.x;
}

// The order in which threads run: out[0] counts, then comes each thread's turn.
KERNEL(test_order, OutArgs) { args.out[1 + global_thread()] = atomicAdd(&args.out[0], 1); }

// A function's frame takes 48 KiB of stack.
DEV_NOINLINE u32 use_stack(u32 n) {
  u32 words[12 << 10];
  for (u32 i = 0; i < n; i++) words[i] = i * n;
  __syncthreads();
  u32 sum = 0;
  for (u32 i = 0; i < n; i++) sum += words[i];
  return sum;
}
KERNEL(test_stack, OutArgs) { args.out[global_thread()] = use_stack(args.n); }

// Kernels that fail.

KERNEL(test_trap, OutArgs) {
  if (global_thread() == args.n) __trap();
  args.out[global_thread()] = 1;
}

// The first lanes wait for their warp, the others for the block.
KERNEL(test_deadlock, OutArgs) {
  if (threadIdx.x % 32 < args.n) __syncwarp();
  else __syncthreads();
  args.out[global_thread()] = 1;
}

KERNEL(test_mixed_barriers, OutArgs) {
  if (threadIdx.x < args.n) __syncthreads();
  else __syncthreads_or(1);
  args.out[global_thread()] = 1;
}

KERNEL(test_left_out_of_mask, OutArgs) {
  args.out[global_thread()] = __ballot_sync(0xfffffffeu, 1);
}

// Writes one word at an offset of n words.
KERNEL(test_write_at, OutArgs) { args.out[args.n] = 42; }

// Warps.

// Four shuffles of each value by the parameter, within sections of n lanes.
KERNEL(test_shuffles, InOutArgs) {
  const u32 value = args.in[global_thread()];
  u32* out = args.out + 4 * global_thread();
  out[0] = __shfl_sync(0xffffffffu, value, int(args.parameter), int(args.n));
  out[1] = __shfl_up_sync(0xffffffffu, value, args.parameter, int(args.n));
  out[2] = __shfl_down_sync(0xffffffffu, value, args.parameter, int(args.n));
  out[3] = __shfl_xor_sync(0xffffffffu, value, int(args.parameter), int(args.n));
}

KERNEL(test_wide_shuffles, WideArgs) {
  const u64 value = args.in[global_thread()];
  const float real = __shfl_xor_sync(0xffffffffu, float(threadIdx.x), 1);
  args.out[global_thread()] = __shfl_down_sync(0xffffffffu, value, 3) + u64(real);
}

struct Triple {
  u32 a, b, c;
};
KERNEL(test_shuffled_structs, InOutArgs) {
  const u32 i = global_thread();
  Triple triple{args.in[i], i, ~args.in[i]};
  const Triple other = shuffle_down(0xffffffffu, triple, args.parameter);
  triple.a = 0;  // the others have theirs already
  args.out[3 * i] = other.a, args.out[3 * i + 1] = other.b, args.out[3 * i + 2] = other.c;
}

KERNEL(test_votes_of_warp, InOutArgs) {
  const u32 value = args.in[global_thread()];
  u32* out = args.out + 4 * global_thread();
  out[0] = __ballot_sync(0xffffffffu, value & 1);
  out[1] = __any_sync(0xffffffffu, value == args.parameter) != 0;
  out[2] = __all_sync(0xffffffffu, value != args.parameter) != 0;
  out[3] = __match_any_sync(0xffffffffu, value);
}

KERNEL(test_wide_match, WideArgs) {
  args.out[global_thread()] = __match_any_sync(0xffffffffu, args.in[global_thread()]);
}

// The two halves of a warp go separate ways and meet again.
KERNEL(test_halves, InOutArgs) {
  const u32 lane = threadIdx.x % 32;
  u32 value = args.in[global_thread()];
  if (lane < 16) {
    for (int i = 8; i; i /= 2) value += __shfl_xor_sync(0x0000ffffu, value, i);
  } else {
    value = __popc(__ballot_sync(0xffff0000u, value & 1));
    __syncwarp(0xffff0000u);
  }
  __syncwarp();
  args.out[global_thread()] = value + __shfl_xor_sync(0xffffffffu, value, 16);
}

// Lanes end one after the other; those that are left go on voting. out[i] is the number of rounds
// that lane i saw whole.
KERNEL(test_ending_lanes, OutArgs) {
  const u32 lane = threadIdx.x % 32;
  u32 whole = 0;
  for (u32 round = 0; round <= lane; round++) {
    const u32 live = 0xffffffffu << round;
    whole += __ballot_sync(live, 1) == live;
  }
  args.out[global_thread()] = whole;
}

// Lanes from n on end at once; the others vote with the mask of all.
KERNEL(test_ended_lanes, OutArgs) {
  if (threadIdx.x % 32 >= args.n) return;
  args.out[global_thread()] = __ballot_sync(0xffffffffu, 1);
}

// Sums over warps and then over the block, as a kernel does it: returns in out the sum of each
// block's inputs.
KERNEL(test_warp_sums, InOutArgs) {
  SHARED(u32, sums, 32);
  u32 sum = args.in[global_thread()];
  for (u32 i = 16; i; i /= 2) sum += __shfl_down_sync(0xffffffffu, sum, i);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0;
    for (u32 i = 16; i; i /= 2) sum += __shfl_down_sync(0xffffffffu, sum, i);
    if (threadIdx.x == 0) args.out[blockIdx.x] = sum;
  }
}

// The lanes of the lower half read from the upper one, which takes no part.
KERNEL(test_shuffle_from_outside, OutArgs) {
  if (threadIdx.x < 16)
    args.out[threadIdx.x] = __shfl_sync(0x0000ffffu, threadIdx.x, int(threadIdx.x + 16));
}

// Both halves of a warp wait for all of it, in different ways.
KERNEL(test_mixed_collectives, OutArgs) {
  if (threadIdx.x < 16) __syncwarp();
  else args.out[threadIdx.x] = __ballot_sync(0xffffffffu, 1);
}

// Two lanes wait for each other with different masks.
KERNEL(test_masks_that_differ, OutArgs) {
  __syncwarp(threadIdx.x == 0 ? 0x3u : threadIdx.x == 1 ? 0x7u : 0xfffffffcu);
  args.out[threadIdx.x] = 1;
}

// Arithmetic and atomics.

// Twelve results for each pair of inputs.
KERNEL(test_integers, InOutArgs) {
  const u32 i = global_thread();
  if (i >= args.n) return;
  const u32 a = args.in[2 * i], b = args.in[2 * i + 1];
  const u64 wide = u64(a) << 32 | b;
  u32* out = args.out + 12 * i;
  out[0] = u32(__popc(a));
  out[1] = u32(__clz(int(a)));
  out[2] = u32(__ffs(int(a)));
  out[3] = __brev(a);
  out[4] = __umulhi(a, b);
  out[5] = __funnelshift_l(a, b, b);
  out[6] = __funnelshift_r(a, b, b);
  out[7] = u32(__popcll(wide));
  out[8] = u32(__clzll(i64(wide)));
  out[9] = u32(__ffsll(i64(wide)));
  out[10] = min(a, b) ^ u32(__umul64hi(wide, wide) >> 32);
  out[11] = max(int(a), int(b)) ^ u32(__brevll(wide));
}

// All threads at the same words. The results don't depend on the order.
KERNEL(test_atomics, WideArgs) {
  SHARED(u32, counts, 4);
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncthreads();
  const u32 i = global_thread();
  u32* words = reinterpret_cast<u32*>(args.out);
  atomicAdd(&words[0], i);
  atomicSub(&words[1], i);
  atomicMax(&words[2], i * 2654435761u);
  atomicMin(&words[3], i * 2654435761u);
  atomicOr(&words[4], 1u << i % 32);
  atomicAnd(&words[5], ~(1u << i % 31));
  atomicXor(&words[6], i * 40503u);
  atomicMax(reinterpret_cast<int*>(&words[7]), int(i * 2654435761u));
  atomicAdd(&args.out[4], u64(i) << 30);
  atomicMax(&args.out[5], u64(i) << 33);
  atomicMin(&args.out[6], u64(~i) << 20);
  for (u64 seen = args.out[7], tried; (tried = atomicCAS(&args.out[7], seen, seen + 3)) != seen;
       seen = tried) {
  }
  atomicAdd(&counts[i % 4], 1);
  __syncthreads();
  if (threadIdx.x < 4) atomicAdd(&words[16 + threadIdx.x], counts[threadIdx.x]);
}

// out[i] = atomicExch(&slot, in[i]): each value comes out once, but the last.
KERNEL(test_exchange, InOutArgs) {
  args.out[1 + global_thread()] = atomicExch(&args.out[0], args.in[global_thread()]);
}

// A step of a computation over streams.
KERNEL(test_scale, InOutArgs) {
  const u32 i = global_thread();
  if (i < args.n) args.out[i] = args.in[i] * args.parameter + i;
}

// Blocks of vector types, tables and 16-byte accesses.
struct Table {
  CONST_TABLE(u32, at, 3, 1, 4, 1, 5, 9, 2, 6)
};
KERNEL(test_vectors, InOutArgs) {
  const uint4 value = reinterpret_cast<const uint4*>(args.in)[threadIdx.x];
  const ulonglong2 pair = make_ulonglong2(value.x, value.y);
  u32 sum = 0;
  UNROLL
  for (u32 i = 0; i < 8; i++) sum += Table::at(i) << i;
  const uint2 half = make_uint2(__ldg(&args.in[0]), sum);
  reinterpret_cast<uint4*>(args.out)[threadIdx.x] =
      make_uint4(value.w, value.z, u32(pair.x + pair.y), half.x + half.y);
}

#if !defined(__CUDACC__)

// What dynamic shared memory holds, beside an array, before it is written; the last of its words
// follows.
KERNEL(test_dynamic_shared, OutArgs) {
  DYNAMIC_SHARED(u32, words);
  SHARED(u32, values, 64);
  values[threadIdx.x] = threadIdx.x;
  args.out[2 * blockIdx.x] = words[0];
  words[args.n - 1] = blockIdx.x;
  args.out[2 * blockIdx.x + 1] = words[args.n - 1];
}

// More shared memory than there is: nvcc would not compile it.
KERNEL(test_too_much_shared, OutArgs) {
  SHARED(u32, first, 8 << 10);
  SHARED(u32, second, 5 << 10);
  first[0] = second[0] = 1;
  args.out[0] = first[0];
}

#endif
