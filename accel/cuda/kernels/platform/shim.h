// CUDA for g++: the built-in variables, qualifiers, vector types and functions
// that kernels use. A kernel becomes an ordinary function that the emulator runs once for each
// thread. See accel/cuda/emulator.
//
// A header of device functions without kernels needs nothing of the emulator: it compiles into any
// program.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

// Qualifiers. __global__, __shared__ and __constant__ are left out on purpose: kernels use the
// words of platform.cuh.
#define __host__
#define __device__
#define __forceinline__ inline
#define __align__(n) __attribute__((aligned(n)))

// g++ is not forced to inline: where nvcc wants a whole curve formula in one piece, g++ would take
// minutes over it. It is asked for a field's operations in one piece.
#define DEV inline __attribute__((unused))
#define DEV_FLAT inline __attribute__((unused, flatten))
#define DEV_NOINLINE inline __attribute__((noinline))
#define HOST_DEV inline __attribute__((unused))
#define UNROLL _Pragma("GCC unroll 64")
#define ROLLED

#define EMULATOR_HIDDEN __attribute__((visibility("hidden")))

struct uint2 {
  u32 x, y;
} __align__(8);
struct uint3 {
  u32 x, y, z;
};
struct uint4 {
  u32 x, y, z, w;
} __align__(16);
struct int2 {
  i32 x, y;
} __align__(8);
struct int4 {
  i32 x, y, z, w;
} __align__(16);
struct ulonglong2 {
  u64 x, y;
} __align__(16);
struct ulonglong4 {
  u64 x, y, z, w;
} __align__(16);
typedef uint3 dim3;

inline uint2 make_uint2(u32 x, u32 y) { return {x, y}; }
inline uint3 make_uint3(u32 x, u32 y, u32 z) { return {x, y, z}; }
inline uint4 make_uint4(u32 x, u32 y, u32 z, u32 w) { return {x, y, z, w}; }
inline int2 make_int2(i32 x, i32 y) { return {x, y}; }
inline int4 make_int4(i32 x, i32 y, i32 z, i32 w) { return {x, y, z, w}; }
inline ulonglong2 make_ulonglong2(u64 x, u64 y) { return {x, y}; }
inline ulonglong4 make_ulonglong4(u64 x, u64 y, u64 z, u64 w) { return {x, y, z, w}; }

// The built-in variables. The emulator sets them whenever it goes from one thread to another.
extern EMULATOR_HIDDEN uint3 threadIdx, blockIdx;
extern EMULATOR_HIDDEN dim3 blockDim, gridDim;
constexpr int warpSize = 32;

// The functions of the emulator that kernels use.
namespace emulator {

// A kernel, found by name in the table that every KERNEL adds itself to before main.
struct Kernel {
  const char* name;
  size_t args_size;
  u32 max_threads;                // in a block, by its launch bounds
  void (*run)(const void* args);  // runs the body for the thread in threadIdx
};
EMULATOR_HIDDEN bool register_kernel(const Kernel&);

enum class BarrierOp : u32 { sync, count, any, all };
// Waits until all threads of the block that have not ended are here. Returns what op makes of their
// predicates.
EMULATOR_HIDDEN u32 block_barrier(BarrierOp op, bool predicate);

enum class WarpOp : u32 { sync, shuffle, copy, ballot, any, all, match };
// Waits until all threads of the warp that mask names and that have not ended are here with the
// same op and mask. Returns the thread's own result. lane is the lane that a shuffle reads.
EMULATOR_HIDDEN u64 warp_collective(WarpOp op, u32 mask, u64 value, u32 lane = 0);
// A shuffle of any number of bytes: copies what `from` points to in the given lane to this thread's
// `to`.
EMULATOR_HIDDEN void warp_copy(u32 mask, void* to, const void* from, u32 bytes, u32 lane);
extern EMULATOR_HIDDEN u32 lane_id;  // of the running thread

// One SHARED array. It gets its place in the block's shared memory when the first thread of a block
// comes to it.
struct SharedArray {
  u64 block;
  void* address;
};
extern EMULATOR_HIDDEN u64 shared_block;  // the number of the running block, never 0
EMULATOR_HIDDEN void shared_place(SharedArray& array, size_t size, size_t align);

template <class Array> inline Array& shared(SharedArray& array) {
  if (__builtin_expect(array.block != shared_block, 0))
    shared_place(array, sizeof(Array), alignof(Array));
  return *static_cast<Array*>(array.address);
}

// The dynamic shared memory of the running block.
EMULATOR_HIDDEN void* shared_dynamic();

// Ends the kernel with CUDA_ERROR_LAUNCH_FAILED.
[[noreturn]] EMULATOR_HIDDEN void trap(const char* why);

template <class T> inline u64 to_bits(T value) {
  static_assert(sizeof(T) <= 8 && std::is_arithmetic<T>::value,
                "shuffles and matches take 4- and 8-byte numbers");
  u64 bits = 0;
  memcpy(&bits, &value, sizeof value);
  return bits;
}
template <class T> inline T from_bits(u64 bits) {
  T value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// The type of a parameter that takes no part in deduction, so that atomicAdd(&word, 1) works as it
// does in CUDA.
template <class T> struct Plain { using type = T; };
template <class T, class... Others> constexpr bool one_of = (std::is_same<T, Others>::value || ...);

}  // namespace emulator

// Kernels.
#define KERNEL(name, Args) KERNEL_BOUNDS(name, Args, 1024, 1)
#define KERNEL_BOUNDS(name, Args, threads, blocks) EMULATOR_KERNEL(name, Args, threads, blocks)
#define EMULATOR_KERNEL(name, Args, threads, blocks)                                             \
  static_assert(std::is_trivially_copyable<Args>::value, "a kernel's arguments are plain data"); \
  static void name(const Args& args);                                                            \
  [[maybe_unused]] static const bool name##_is_registered =                                      \
      emulator::register_kernel({#name, sizeof(Args), threads, [](const void* args) {            \
                                   name(*static_cast<const Args*>(args));                        \
                                 }});                                                            \
  static void name([[maybe_unused]] const Args& args)

#define SHARED(type, name, count)                                         \
  static_assert(std::is_trivial<type>::value,                             \
                "shared memory is not initialised: its type is trivial"); \
  static emulator::SharedArray name##_array;                              \
  auto& name = emulator::shared<type[count]>(name##_array)

#define DYNAMIC_SHARED(type, name)                                        \
  static_assert(std::is_trivial<type>::value,                             \
                "shared memory is not initialised: its type is trivial"); \
  type* const name = static_cast<type*>(emulator::shared_dynamic())

// Barriers.
inline void __syncthreads() { emulator::block_barrier(emulator::BarrierOp::sync, false); }
inline int __syncthreads_count(int p) {
  return int(emulator::block_barrier(emulator::BarrierOp::count, p != 0));
}
inline int __syncthreads_or(int p) {
  return int(emulator::block_barrier(emulator::BarrierOp::any, p != 0));
}
inline int __syncthreads_and(int p) {
  return int(emulator::block_barrier(emulator::BarrierOp::all, p != 0));
}
inline void __syncwarp(u32 mask = 0xffffffffu) {
  emulator::warp_collective(emulator::WarpOp::sync, mask, 0);
}

// Votes and matches.
inline u32 __ballot_sync(u32 mask, int p) {
  return u32(emulator::warp_collective(emulator::WarpOp::ballot, mask, p != 0));
}
inline int __any_sync(u32 mask, int p) {
  return int(emulator::warp_collective(emulator::WarpOp::any, mask, p != 0));
}
inline int __all_sync(u32 mask, int p) {
  return int(emulator::warp_collective(emulator::WarpOp::all, mask, p != 0));
}
template <class T> inline u32 __match_any_sync(u32 mask, T value) {
  return u32(emulator::warp_collective(emulator::WarpOp::match, mask, emulator::to_bits(value)));
}

// Shuffles. width is a power of two; each section of width lanes is a warp of its own.
template <class T> inline T __shfl_sync(u32 mask, T value, int lane, int width = warpSize) {
  const u32 self = emulator::lane_id, within = u32(width) - 1;
  const u32 source = (self & ~within) | (u32(lane) & within);
  return emulator::from_bits<T>(
      emulator::warp_collective(emulator::WarpOp::shuffle, mask, emulator::to_bits(value), source));
}
template <class T> inline T __shfl_up_sync(u32 mask, T value, u32 delta, int width = warpSize) {
  const u32 self = emulator::lane_id, within = u32(width) - 1;
  const u32 source = (self & within) >= delta ? self - delta : self;
  return emulator::from_bits<T>(
      emulator::warp_collective(emulator::WarpOp::shuffle, mask, emulator::to_bits(value), source));
}
template <class T> inline T __shfl_down_sync(u32 mask, T value, u32 delta, int width = warpSize) {
  const u32 self = emulator::lane_id, within = u32(width) - 1;
  const u32 source = (self & within) + delta <= within ? self + delta : self;
  return emulator::from_bits<T>(
      emulator::warp_collective(emulator::WarpOp::shuffle, mask, emulator::to_bits(value), source));
}
template <class T>
inline T __shfl_xor_sync(u32 mask, T value, int lane_mask, int width = warpSize) {
  const u32 self = emulator::lane_id, within = u32(width) - 1;
  // As in CUDA, a lane may read from an earlier section, and reads its own value where a later one
  // is meant.
  const u32 wanted = self ^ u32(lane_mask);
  const u32 source = wanted <= (self | within) ? wanted : self;
  return emulator::from_bits<T>(
      emulator::warp_collective(emulator::WarpOp::shuffle, mask, emulator::to_bits(value), source));
}

template <class T> inline T shuffle(u32 mask, const T& value, u32 lane) {
  static_assert(sizeof(T) % 4 == 0 && std::is_trivially_copyable<T>::value,
                "shuffles take 32-bit words");
  T other;
  emulator::warp_copy(mask, &other, &value, sizeof value, lane & 31);
  return other;
}

template <class T> inline T shuffle_up(u32 mask, const T& value, u32 delta) {
  const u32 self = emulator::lane_id;
  return shuffle(mask, value, self >= delta ? self - delta : self);
}

template <class T> inline T shuffle_down(u32 mask, const T& value, u32 delta) {
  const u32 self = emulator::lane_id;
  return shuffle(mask, value, self + delta < 32 ? self + delta : self);
}

// Fences order nothing that the emulator could reorder; only the compiler has to be kept from it.
inline void __threadfence() { __asm__ volatile("" ::: "memory"); }
inline void __threadfence_block() { __asm__ volatile("" ::: "memory"); }
inline void __threadfence_system() { __asm__ volatile("" ::: "memory"); }
[[noreturn]] inline void __trap() { emulator::trap("the kernel called __trap"); }

// Atomics. One emulated thread runs at a time, so plain reads and writes are atomic.
#define EMULATOR_ATOMIC(name, result, ...)                                                \
  template <class T> inline T name(T* address, typename emulator::Plain<T>::type value) { \
    static_assert(emulator::one_of<T, __VA_ARGS__>,                                       \
                  #name " is not defined for this type in CUDA");                         \
    const T old = *address;                                                               \
    *address = result;                                                                    \
    return old;                                                                           \
  }
EMULATOR_ATOMIC(atomicAdd, old + value, u32, i32, u64, float, double)
EMULATOR_ATOMIC(atomicSub, old - value, u32, i32)
EMULATOR_ATOMIC(atomicMax, old > value ? old : value, u32, i32, u64, i64)
EMULATOR_ATOMIC(atomicMin, old < value ? old : value, u32, i32, u64, i64)
EMULATOR_ATOMIC(atomicOr, old | value, u32, i32, u64)
EMULATOR_ATOMIC(atomicAnd, old& value, u32, i32, u64)
EMULATOR_ATOMIC(atomicXor, old ^ value, u32, i32, u64)
EMULATOR_ATOMIC(atomicExch, value, u32, i32, u64, float)
template <class T>
inline T atomicCAS(T* address, typename emulator::Plain<T>::type compare,
                   typename emulator::Plain<T>::type value) {
  static_assert(emulator::one_of<T, u32, i32, u64, u16>,
                "atomicCAS is not defined for this type in CUDA");
  const T old = *address;
  if (old == compare) *address = value;
  return old;
}

// Cached and streaming accesses are plain ones here.
template <class T> inline T __ldg(const T* address) { return *address; }
template <class T> inline T __ldcg(const T* address) { return *address; }
template <class T> inline T __ldcs(const T* address) { return *address; }
template <class T> inline T __ldca(const T* address) { return *address; }
template <class T> inline void __stcg(T* address, T value) { *address = value; }
template <class T> inline void __stcs(T* address, T value) { *address = value; }

// Copies in the background are done at once.
DEV void copy_async(uint4* to, const uint4* from) { *to = *from; }
DEV void copies_wait() {}
DEV void read_again() {}

// Integer functions.
DEV int __popc(u32 x) { return __builtin_popcount(x); }
DEV int __popcll(u64 x) { return __builtin_popcountll(x); }
DEV int __clz(u32 x) { return x ? __builtin_clz(x) : 32; }
DEV int __clzll(u64 x) { return x ? __builtin_clzll(x) : 64; }
DEV int __ffs(u32 x) { return __builtin_ffs(int(x)); }
DEV int __ffsll(u64 x) { return __builtin_ffsll(i64(x)); }
DEV u32 __brev(u32 x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
DEV u64 __brevll(u64 x) { return u64(__brev(u32(x))) << 32 | __brev(u32(x >> 32)); }
DEV u32 __umulhi(u32 x, u32 y) { return u32(u64(x) * y >> 32); }
DEV u64 __umul64hi(u64 x, u64 y) { return u64((unsigned __int128)x * y >> 64); }
DEV u32 __funnelshift_l(u32 low, u32 high, u32 shift) {
  return u32((u64(high) << 32 | low) << (shift & 31) >> 32);
}
DEV u32 __funnelshift_r(u32 low, u32 high, u32 shift) {
  return u32((u64(high) << 32 | low) >> (shift & 31));
}

// CUDA's min and max of two integers, of the same type or of types that its overloads accept.
template <class A, class B> DEV constexpr typename std::common_type<A, B>::type min(A a, B b) {
  using T = typename std::common_type<A, B>::type;
  return T(b) < T(a) ? T(b) : T(a);
}
template <class A, class B> DEV constexpr typename std::common_type<A, B>::type max(A a, B b) {
  using T = typename std::common_type<A, B>::type;
  return T(a) < T(b) ? T(b) : T(a);
}
