// The checksum of memory, to compare with the checksum that the host made of what it sent.
//
// Memory is rows of 256 quads, a quad being four words a, b, c, d of 32 bits. With random words k
// for each place in a row, the value of a row is Σ (a + k₀)(b + k₁) + (c + k₂)(d + k₃) over its
// quads, where additions of words are modulo 2³². That is NH of J. Black, S. Halevi, H. Krawczyk,
// T. Krovetz, P. Rogaway, "UMAC: Fast and Secure Message Authentication" (CRYPTO '99), with a sum
// modulo p = 2⁶¹ − 1 in place of 2⁶⁴. The checksum is Σ value(i)·pointⁱ modulo p over the rows, for
// a random point, as in J. Carter, M. Wegman, "Universal Classes of Hash Functions" (1979).
//
// Two contents of n rows have one checksum with a probability of at most 2⁻³¹ + n·2⁻⁶¹. For where
// they first differ, say in a, fix all of the key but k₁: each of the two ways in which b + k₁
// overflows, or does not, leaves at most one k₁ for which the values of the rows agree. If they
// differ, the points at which the polynomials agree are n at most.
//
// Block j takes the rows j, j + blocks, j + 2·blocks, … by Horner's rule in point^blocks, each
// thread for its place in the rows. So all reads are whole lines, and memory bounds the kernel.
// accel/cuda/checksum is the twin on the host.
#pragma once

#include "../platform/platform.cuh"

struct ChecksumArgs {
  const void* from;  // aligned to 16 bytes
  void* to;          // [blocks] of 64 bits, whose sum modulo p is the checksum
  u64 quads;
  u64 seed;    // of the key's words
  u64 point;   // below p
  u64 stride;  // point^blocks
};

namespace guard {

constexpr int threads = 256;  // quads of a row
constexpr int blocks = 8;     // on a multiprocessor

constexpr u64 prime = (1ull << 61) - 1;

// Word i of the key: SplitMix64 of G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom
// Number Generators" (OOPSLA 2014).
DEV u32 key(u64 seed, u32 i) {
  u64 z = seed + (i + 1) * 0x9e3779b97f4a7c15ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return (u32)((z ^ z >> 31) >> 32);
}

// x modulo p, or up to 7 more than p.
DEV u64 fold(u64 x) { return (x & prime) + (x >> 61); }

// x·y, folded, for x below 2⁶³ and a folded y.
DEV u64 multiply(u64 x, u64 y) {
  const u64 low = x * y, high = __umul64hi(x, y);
  return fold((low & prime) + (high << 3 | low >> 61));
}

DEV u64 power(u64 x, u32 n) {
  u64 product = 1;
  ROLLED
  for (; n != 0; n /= 2, x = multiply(x, x))
    if (n % 2 != 0) product = multiply(product, x);
  return product;
}

// The sum of x over the block's threads, for thread 0, folded as x is.
DEV u64 sum_of_block(u64 x) {
  SHARED(u64, shared, threads);
  const u32 t = threadIdx.x;
  shared[t] = x;
  __syncthreads();
  ROLLED
  for (u32 half = threads / 2; half != 0; half /= 2) {
    if (t < half) shared[t] = fold(shared[t] + shared[t + half]);
    __syncthreads();
  }
  return shared[0];
}

DEV void checksum(const ChecksumArgs& a) {
  const u32 t = threadIdx.x;
  const u32 k0 = key(a.seed, 4 * t), k1 = key(a.seed, 4 * t + 1), k2 = key(a.seed, 4 * t + 2),
            k3 = key(a.seed, 4 * t + 3);
  const uint4* from = static_cast<const uint4*>(a.from);
  const u64 rows = (a.quads + threads - 1) / threads;
  u64 value = 0;
  if (blockIdx.x < rows) {
    for (u64 row = blockIdx.x + (rows - 1 - blockIdx.x) / gridDim.x * gridDim.x;;
         row -= gridDim.x) {
      u64 quad = 0;
      if (row * threads + t < a.quads) {
        const uint4 w = from[row * threads + t];
        quad = fold((u64)(w.x + k0) * (w.y + k1)) + fold((u64)(w.z + k2) * (w.w + k3));
      }
      value = multiply(value, a.stride) + quad;
      if (row == blockIdx.x) break;
    }
  }
  value = sum_of_block(multiply(value, power(a.point, blockIdx.x)));
  if (t == 0) static_cast<u64*>(a.to)[blockIdx.x] = value;
}

}  // namespace guard

#define GUARD_KERNELS(PREFIX)                                                     \
  KERNEL_BOUNDS(PREFIX##_checksum, ChecksumArgs, guard::threads, guard::blocks) { \
    guard::checksum(args);                                                        \
  }
