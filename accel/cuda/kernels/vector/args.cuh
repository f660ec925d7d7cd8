// The arguments of the kernels on vectors, mirrored in Go as those of msm/args.cuh are. Pointers
// are device pointers. Elements are in Montgomery form and fully reduced, before and after.
#pragma once

#include "../ntt/powers.cuh"

constexpr int most_terms = 16;

// to[i] = a[i] ∘ b[i]; to may be a or b.
struct ElementwiseArgs {
  void* to;
  const void* a;
  const void* b;
  u32 count;
  u32 reserved;
};

// to[i] = Σ factors[k]·from[k][i]; to may be one of from.
struct CombineArgs {
  void* to;
  const void* from[most_terms];
  Constant factors[most_terms];
  u32 count;
  u32 terms;
};

// to[i] = value
struct FillArgs {
  void* to;
  Constant value;
  u32 count;
  u32 reserved;
};

// to[i] = from[i] times its factor; to may be from.
struct ScaleArgs {
  void* to;
  const void* from;
  Powers powers;
  u32 count;
  u32 reserved;
};

// to[i] = from[i with its log_count bits reversed]; to may be from.
struct ReverseArgs {
  void* to;
  const void* from;
  u32 log_count;
  u32 reserved;
};

// to[i] = from[indices[i]], 0 for an index that is not below from_count; to is not from.
struct GatherArgs {
  void* to;
  const void* from;
  const u32* indices;
  u32 count;
  u32 from_count;
};

// to[rows[i]] = Σ coefficients[t.y]·from[t.x] over the terms t from starts[i] up to starts[i + 1].
// Terms and rows that are not there count for nothing. No term reads an element that a row writes.
struct SparseArgs {
  void* to;
  const void* from;
  const void* coefficients;
  const u32* starts;  // [count + 1]
  const u32* rows;    // [count]
  const uint2* terms;
  u32 count;
  u32 to_count;
  u32 from_count;
  u32 coefficients_count;
  u32 terms_count;
  u32 reserved;
};

// to[0] = 1 if a[i]·b[i] ≠ c[i] for some i; else to does not change.
struct CheckProductsArgs {
  void* to;
  const void* a;
  const void* b;
  const void* c;
  u32 count;
  u32 reserved;
};

// to[i] = 1/from[i], 0 for 0; to is not from.
struct InvertArgs {
  void* to;
  const void* from;
  u32 count;
  u32 reserved;
};

// to[i] = from[0]·…·from[i], or ·…·from[i−1] if exclusive; to may be from.
struct ProductArgs {
  void* to;
  const void* from;
  void* tiles;  // [tiles], the product of each tile, then of all tiles before it
  u32 count;
  u32 exclusive;
};

// to[0] = Σ from[i]·pointⁱ
struct EvaluateArgs {
  void* to;
  const void* from;
  void* partials;  // [blocks of the first kernel], a power of two
  Constant point;
  u32 count;
  u32 blocks;
};

// to[i] = Σ from[j]·point^(j−i) over j ≥ i; to may be from.
struct DivideArgs {
  void* to;
  const void* from;
  void* tiles;  // [tiles], the value of each tile, then the sum above it
  Constant point;
  u32 count;
  u32 reserved;
};
