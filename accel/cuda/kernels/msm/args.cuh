// The argument of each kernel: one struct by value. Pointers are device pointers. Every struct is a
// multiple of 8 bytes without hidden padding. The structs of the same names in Go mirror them;
// kernelbuild compares names, order and offsets of the fields.
#pragma once

#include "../platform/platform.cuh"

// How scalars become entries. Window w of a scalar, 0 ≤ w < windows, belongs to bucket set w mod
// sets. With m = w div sets, it uses the multiple 2^(bits·sets·m) of its base, at bases[m·stride +
// base].
//
// Several vectors of scalars over the same bases follow each other, with bucket sets of their own.
// Scalar i, counted from the first scalar of the first vector, is number i mod length of vector
// i div length.
struct Digits {
  const void* scalars;  // in Montgomery form, unless they are plain
  u32 count;            // scalars
  u32 offset;           // number of scalars[0]
  u32 length;           // scalars of a vector
  u32 first;            // index of the base of each vector's first scalar
  u32 stride;           // bases between one multiple and the next
  u32 bits;             // width c of a window
  u32 windows;          // windows·bits > bit length of the scalars
  u32 sets;             // bucket sets of 2^(c−1) buckets, of each vector
  u32 plain;            // 1 if the scalars are not in Montgomery form
  u32 reserved;
};

// Where affine points lie in memory, in words of 16 bytes. Point i begins with x, at word i·point.
// Its y begins y words behind. Neighbouring words of a coordinate lie `word` apart.
struct Places {
  u32 point;
  u32 y;
  u32 word;
};

// The sort goes by bins of 2^fine_bits buckets, then by bucket.
struct SortArgs {
  Digits digits;
  u32* bin_count;     // [bins]
  u32* bin_start;     // [bins+1], entry at which each bin starts
  u32* bin_cursor;    // [bins]
  u32* tile_start;    // [bins+1], tile of entries at which each bin starts
  u16* bin_keys;      // [entries], bucket within its bin, in order of the bins
  u32* bin_values;    // [entries], base index, bit 31 the sign, in order of the bins
  u32* bucket_count;  // [buckets], later the cursors
  u32* bucket_start;  // [buckets+1]
  u32* values;        // [entries], in order of the buckets
  u32 bins;
  u32 buckets;
  u32 fine_bits;
  u32 scalars_per_block;  // of coarse_count, a multiple of its threads
  u32 windows_per_block;  // of coarse_scatter, at most most_held
  u32 tile;               // entries a tile, at most most_held for each thread of the fine passes
};

struct BatchAffineArgs {
  const void* from;       // affine points
  const u32* values;      // entries in order of the buckets, or null: entry i is point i
  const u32* from_start;  // [buckets+1]
  u32* to_start;          // [buckets+1], of the next round
  u32* pairs;             // [slots of the next round][2], entries
  void* to;               // affine points, reduced
  Places from_places;
  Places to_places;
  u32 buckets;
  u32 each;  // slots of the next round that a thread takes
};

// A bucket that many runs share.
struct LongSpan {
  u32 bucket;
  u32 first, last;  // runs
};

struct AccumulateArgs {
  const void* bases;        // affine
  const u32* values;        // entries in order of the buckets, or null: entry i is bases[i]
  const u32* bucket_start;  // [buckets+1]
  void* buckets;            // XYZZ, added to
  void* heads;              // XYZZ [threads], the part of a bucket that an earlier thread began
  void* tails;              // XYZZ [threads], the part of a bucket that a later thread ends
  u32* tail_bucket;         // [threads], the bucket of the tail, no_bucket if there is none
  LongSpan* long_spans;     // [capacity], left to fixup_long
  u32* long_count;          // number of long spans
  u32 bucket_total;
  u32 threads;       // threads of the accumulation
  u32 long_threads;  // of these, the first ones, whose runs are longer
  u32 shorter;       // times that the others' runs are shorter
  u32 shorten_from;  // entries from which on a run is long enough: with fewer the others have none
  u32 min_run;       // entries that a thread takes at least
  u32 longest_walk;  // heads that one quad joins; a warp joins more
  u32 longest_span;  // heads that a warp joins; a block of fixup_long joins more
  Places places;     // of the bases, whose words are neighbours
  u32 reserved;
};

struct ReduceArgs {
  const void* buckets;  // XYZZ [sets][2^row_bits][2^column_bits]
  void* rows;           // XYZZ [sets][2^row_bits], the sums of the rows
  void* columns;        // XYZZ [sets][2^column_bits], of the columns
  void* results;        // XYZZ [sets][row_bits+column_bits+1], fully reduced
  u32 sets;
  u32 row_bits;
  u32 column_bits;
  u32 share_bits;  // log₂ of the buckets that a quad adds, at most row_bits and column_bits
};

struct PrecomputeArgs {
  const void* from;  // affine [count]
  void* to;          // affine [count], 2^doublings times from
  Places from_places;
  Places to_places;
  u32 count;
  u32 doublings;
};

constexpr u32 no_bucket = 0xffffffffu;
constexpr u32 sign_bit = 0x80000000u;
