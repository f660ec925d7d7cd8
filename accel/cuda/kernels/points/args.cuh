// The arguments of the kernels on vectors of points, mirrored in Go as those of msm/args.cuh are.
// Points are affine.
#pragma once

#include "../msm/args.cuh"

// to[i] = scalars[i]·P, where window w of 2^(bits−1) entries of the table has the multiples
// 2^(bits·w)·P, twice that, and so on.
struct FixedBaseArgs {
  const void* table;
  const void* scalars;  // in Montgomery form, unless they are plain
  void* to;
  u32 count;
  u32 bits;
  u32 windows;
  u32 plain;
};

// to[p] = scalars[(p & mask) << shift]·to[p] for count places p: number i with a bit of `offset`
// between its lowest `low` bits and the others. With low = 31 place i is number i.
struct ScalePointsArgs {
  void* to;
  const void* scalars;  // in Montgomery form, unless they are plain: up to 2^(32N−1)
  u32 count;
  u32 low;
  u32 offset;
  u32 mask;
  u32 shift;
  u32 plain;
};

// The pairs (a, b) whose places differ in bit `low` alone become (a + b, a − b).
struct ButterflyArgs {
  void* points;
  u32 count;  // of pairs
  u32 low;
};

// bad[0] = 1 if some point is not in the group; else bad does not change.
struct CheckPointsArgs {
  const void* points;
  u32* bad;
  u32 count;
  u32 reserved;
};

// Sets y of the points whose root is not no_root. bad[0] = 1 if some x has none; else bad does not
// change.
struct DecompressArgs {
  void* points;
  const u8* roots;
  u32* bad;
  u32 count;
  u32 reserved;
};

constexpr u32 no_root = 0;        // the point has its y
constexpr u32 smallest_root = 1;  // of y and −y, as integers below p
constexpr u32 largest_root = 2;
