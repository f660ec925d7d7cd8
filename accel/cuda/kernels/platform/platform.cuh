// The language of the kernels. nvcc maps these words to CUDA; g++ maps them to the emulator's shim,
// so that the same sources run on a machine without a GPU. A kernel's source uses these words and
// CUDA's own functions. It never asks which of the two compilers reads it.
//
//   KERNEL(name, Args) { ... args.n ... }     a kernel with one parameter, the struct `args`,
//                                             passed by value
//   KERNEL_BOUNDS(name, Args, threads, blocks)
//                                             the same with launch bounds: at most `threads` in a
//                                             block, and registers for `blocks` blocks on a
//                                             multiprocessor
//   SHARED(type, name, count);                an array in a block's shared memory; type is trivial
//   DYNAMIC_SHARED(type, name);               a pointer to the shared memory that a launch asks for
//   DEV, DEV_NOINLINE, HOST_DEV               qualifiers of device functions and members
//   DEV_FLAT                                  DEV; g++ inlines all calls in the function
//   CONST_TABLE(type, name, values...)        a table of constants, read as name(i); see below
//   UNROLL                                    before a loop whose bounds are constants
//   ROLLED                                    before a loop to keep, for the instruction cache
//   shuffle(mask, value, lane)                __shfl_sync of a whole struct of 32-bit words
//   shuffle_up(mask, value, delta)            __shfl_up_sync, likewise
//   shuffle_down(mask, value, delta)          __shfl_down_sync, likewise
//   copy_async(to, from);                     begins to copy 16 bytes from global to shared memory
//   copies_wait();                            waits for all of this thread's copies
//   read_again();                             the compiler forgets the values that it has read
//   u8 u16 u32 u64 i32 i64                    fixed widths; u64 is the type of 64-bit atomics
//
// `Args` and `type` are written without commas: name a template's instance with `using` first.
// Kernels stand at namespace scope.
//
// nvcc's output must be the same bytes wherever it is built: no anonymous namespaces, no
// `static __device__` variables.
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int i32;
typedef long long i64;

#if defined(__CUDACC__)

#define DEV __device__ __forceinline__
#define DEV_FLAT DEV
#define DEV_NOINLINE __device__ __noinline__
#define HOST_DEV __host__ __device__ __forceinline__
#define UNROLL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")

#define KERNEL(name, Args) extern "C" __global__ void name(const __grid_constant__ Args args)
#define KERNEL_BOUNDS(name, Args, threads, blocks)              \
  extern "C" __global__ void __launch_bounds__(threads, blocks) \
      name(const __grid_constant__ Args args)

#define SHARED(type, name, count) __shared__ type name[count]
#define DYNAMIC_SHARED(type, name)                     \
  extern __shared__ __align__(16) u8 dynamic_shared[]; \
  type* const name = reinterpret_cast<type*>(dynamic_shared)

// Hardware copies by itself from 8.0 on.
DEV void copy_async(uint4* to, const uint4* from) {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"((u32)__cvta_generic_to_shared(to)),
               "l"(from)
               : "memory");
#else
  *to = *from;
#endif
}
DEV void copies_wait() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

DEV void read_again() { asm volatile("" ::: "memory"); }

// Does something to each word of a struct.
template <class T, class Word> DEV T word_by_word(const T& value, Word word) {
  static_assert(sizeof(T) % 4 == 0, "shuffles take 32-bit words");
  T other;
  const u32* from = reinterpret_cast<const u32*>(&value);
  u32* to = reinterpret_cast<u32*>(&other);
  UNROLL
  for (u32 i = 0; i < sizeof(T) / 4; i++) to[i] = word(from[i]);
  return other;
}
template <class T> DEV T shuffle(u32 mask, const T& value, u32 lane) {
  return word_by_word(value, [=](u32 word) { return __shfl_sync(mask, word, lane); });
}
template <class T> DEV T shuffle_up(u32 mask, const T& value, u32 delta) {
  return word_by_word(value, [=](u32 word) { return __shfl_up_sync(mask, word, delta); });
}
template <class T> DEV T shuffle_down(u32 mask, const T& value, u32 delta) {
  return word_by_word(value, [=](u32 word) { return __shfl_down_sync(mask, word, delta); });
}

#else

#include "shim.h"

#endif

constexpr u32 warp_threads = 32, all_lanes = 0xffffffffu;

DEV u32 warp_lane() { return threadIdx.x % warp_threads; }

// A table of constants is a function of the index, because device code may not take the address of
// a constexpr array. In an unrolled loop the values become immediate operands. For an index that is
// known only at run time nvcc would keep a copy in local memory: pass such a table in the kernel's
// arguments instead. A table may stand in a struct or a namespace.
#define CONST_TABLE(type, name, ...)         \
  static DEV constexpr type name(u32 i) {    \
    constexpr type values[] = {__VA_ARGS__}; \
    return values[i];                        \
  }
