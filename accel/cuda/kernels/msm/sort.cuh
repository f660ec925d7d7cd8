// The bucket sort: a counting sort of the entries in two passes, coarse by bins of neighbouring
// buckets, then fine within each bin. A zero digit makes no entry. The order within a bucket is
// left open, because the sum does not depend on it: the block that asks first gets the first
// places.
//
//   coarse_count    digits → entries a bin
//   coarse_scan     starts of the bins, and of the tiles of each bin for the fine pass
//   coarse_scatter  digits again → entries in order of the bins
//   fine_count      tiles → entries a bucket
//   fine_scan       starts of the buckets
//   fine_scatter    tiles again → values in order of the buckets
//
// A block counts its share in shared memory first, so that a device-wide counter sees one addition
// a block and bin. A scatter also orders its share there, and writes the part of each bin or bucket
// in one piece. The cost of a scatter is the number of 32-byte sectors that it writes to the
// second-level cache: the longer the parts, the fewer the sectors. So blocks have as many threads
// as their shared memory has room for. Counting gives each entry its rank within the block's part.
// The ranks stay in registers until the starts are known.
//
// A zero digit steps a dummy counter of its lane and takes a place of its thread that nobody reads:
// this is cheaper than a branch.
#pragma once

#include "../platform/scan.cuh"
#include "digits.cuh"

namespace msm {

constexpr int count_threads = 256;
constexpr int most_scatter_threads = 1024;
constexpr int scan_threads = 1024;
constexpr int most_bins = 2048;
constexpr int most_fine = 4096;  // buckets a bin
constexpr int most_held = 16;    // digits of a scalar, or entries of a tile, that a thread holds
constexpr int at_once = 4;       // entries that a thread writes without a branch in between
constexpr int dummy_counters = warp_threads;  // stepped by zero digits, one a lane

// The sum of the values of the threads before this one; total is that of all.
DEV u32 sum_before(u32 value, u32& total) {
  return scan::block(value, 0u, total, [](u32 a, u32 b) { return a + b; });
}

// The dynamic shared memory of a scatter's block, for entries of a number of bins or buckets.
template <class Key> struct Ordering {
  static constexpr int part_bytes = 2 * sizeof(u32), entry_bytes = sizeof(u32) + sizeof(Key);

  u32* places;   // [parts + dummy_counters]
  u32* offsets;  // [parts]
  u32* values;   // [entries], behind which the keys follow
  Key* keys;     // [entries]

  DEV Ordering(u32 parts, u32 entries) {
    DYNAMIC_SHARED(u32, shared);
    places = shared;
    offsets = places + parts + dummy_counters;
    values = offsets + parts;
    keys = reinterpret_cast<Key*>(values + entries);
  }
};

DEV void clear(u32* counters, u32 count) {
  for (u32 i = threadIdx.x; i < count; i += blockDim.x) counters[i] = 0;
  __syncthreads();
}

struct Span {
  u32 from, to;
};

template <class G> DEV void coarse_count(const SortArgs& a) {
  using Walk = DigitWalk<G>;
  SHARED(u32, counts, most_bins + dummy_counters);
  SHARED(u32, limbs, Walk::words * count_threads);
  clear(counts, a.bins);
  Walk walk(a.digits, limbs);
  const u32 from = blockIdx.x * a.scalars_per_block,
            to = from + min(a.scalars_per_block, a.digits.count - from);
  for (u32 first = from; first < to; first += count_threads) {
    walk.begin(first + threadIdx.x);
    for (u32 window = 0; window < a.digits.windows; window++) {
      const u32 held = walk.next();
      atomicAdd(
          &counts[held == no_entry ? most_bins + warp_lane() : (held & ~sign_bit) >> a.fine_bits],
          1u);
    }
  }
  __syncthreads();
  for (u32 i = threadIdx.x; i < a.bins; i += blockDim.x)
    if (counts[i] != 0) atomicAdd(&a.bin_count[i], counts[i]);
}

// One block makes the starts of the bins and of their tiles.
DEV void coarse_scan(const SortArgs& a) {
  u32 entries_before = 0, tiles_before = 0;
  for (u32 first = 0; first < a.bins; first += blockDim.x) {
    const u32 bin = first + threadIdx.x;
    const u32 entries = bin < a.bins ? a.bin_count[bin] : 0;
    const u32 tiles = entries / a.tile + (entries % a.tile != 0);
    u32 entry_total, tile_total;
    const u32 entry = entries_before + sum_before(entries, entry_total);
    const u32 tile = tiles_before + sum_before(tiles, tile_total);
    if (bin < a.bins) a.bin_start[bin] = a.bin_cursor[bin] = entry, a.tile_start[bin] = tile;
    entries_before += entry_total;
    tiles_before += tile_total;
  }
  if (threadIdx.x == 0) a.bin_start[a.bins] = entries_before, a.tile_start[a.bins] = tiles_before;
}

// Reserves places for a block's entries, from its counts of `parts` bins or buckets. counts[i]
// becomes the first place of part i within the block. offsets[i] is the distance from such a place
// to the one in the whole, at the device-wide cursors. Returns the number of entries.
DEV u32 reserve_ordered(u32* counts, u32* offsets, u32* cursors, u32 parts) {
  for (u32 part = threadIdx.x; part < parts; part += blockDim.x)
    if (counts[part] != 0) offsets[part] = atomicAdd(&cursors[part], counts[part]);
  const u32 own = (parts + blockDim.x - 1) / blockDim.x;
  const u32 from = min(threadIdx.x * own, parts), to = min(from + own, parts);
  u32 count = 0, total;
  for (u32 part = from; part < to; part++) count += counts[part];
  u32 place = sum_before(count, total);
  for (u32 part = from; part < to; part++) {
    count = counts[part];
    counts[part] = place;
    if (count != 0) offsets[part] -= place;
    place += count;
  }
  __syncthreads();
  return total;
}

// Block (x, y) takes one scalar a thread and the y-th share of its windows. The shared memory has
// room for the entries; at first the limbs of the scalars lie in their place.
template <class G> DEV void coarse_scatter(const SortArgs& a) {
  const Ordering<u32> own(a.bins, (a.windows_per_block + 1) * blockDim.x);
  clear(own.places, a.bins);
  DigitWalk<G> walk(a.digits, own.values);
  walk.begin(blockIdx.x * blockDim.x + threadIdx.x);
  const u32 skipped = blockIdx.y * a.windows_per_block,
            windows = min(a.windows_per_block, a.digits.windows - skipped);
  for (u32 window = 0; window < skipped; window++) walk.next();

  u32 held[most_held] = {}, ranks[most_held] = {}, multiples[most_held] = {};
  UNROLL
  for (u32 k = 0; k < most_held; k++) {
    if (k == windows) break;
    multiples[k] = walk.multiple;
    held[k] = walk.next();
    ranks[k] = atomicAdd(&own.places[held[k] == no_entry ? a.bins + warp_lane()
                                                         : (held[k] & ~sign_bit) >> a.fine_bits],
                         1u);
  }
  __syncthreads();
  const u32 entries = reserve_ordered(own.places, own.offsets, a.bin_cursor, a.bins);
  UNROLL
  for (u32 k = 0; k < most_held; k++) {
    if (k == windows) break;
    const u32 bucket = held[k] & ~sign_bit;
    const bool none = held[k] == no_entry;
    const u32 first = own.places[none ? 0 : bucket >> a.fine_bits];
    const u32 place = none ? a.windows_per_block * blockDim.x + threadIdx.x : first + ranks[k];
    own.keys[place] = bucket;
    own.values[place] = (walk.base + multiples[k]) | (held[k] & sign_bit);
  }
  __syncthreads();
  const u32 fine_mask = (1u << a.fine_bits) - 1;
  UNROLL
  for (u32 group = 0; group < most_held; group += at_once) {
    u32 keys[at_once], to[at_once];
    if (group * blockDim.x >= entries) break;
    UNROLL
    for (u32 k = 0; k < at_once; k++) {
      const u32 i = (group + k) * blockDim.x + threadIdx.x;
      keys[k] = i < entries ? own.keys[i] : 0;
      to[k] = i + own.offsets[keys[k] >> a.fine_bits];
    }
    UNROLL
    for (u32 k = 0; k < at_once; k++) {
      const u32 i = (group + k) * blockDim.x + threadIdx.x;
      if (i >= entries) break;
      a.bin_keys[to[k]] = (u16)(keys[k] & fine_mask);
      a.bin_values[to[k]] = own.values[i];
    }
  }
}

// The largest i with starts[i] ≤ x, for ascending starts[0..count] with
// starts[0] ≤ x < starts[count]. Of several equal starts it is the last, which skips empty ranges.
DEV u32 last_not_above(const u32* starts, u32 count, u32 x) {
  u32 low = 0, high = count;  // starts[low] ≤ x < starts[high]
  while (high - low > 1) {
    const u32 middle = low + (high - low) / 2;
    if (starts[middle] <= x) low = middle;
    else high = middle;
  }
  return low;
}

struct Tile {
  u32 bin;
  Span entries;
};

// Finds the block's tile. Returns false beyond the last one.
DEV bool block_tile(const SortArgs& a, Tile& tile) {
  if (blockIdx.x >= a.tile_start[a.bins]) return false;
  tile.bin = last_not_above(a.tile_start, a.bins, blockIdx.x);
  tile.entries.from = a.bin_start[tile.bin] + (blockIdx.x - a.tile_start[tile.bin]) * a.tile;
  tile.entries.to = min(tile.entries.from + a.tile, a.bin_start[tile.bin + 1]);
  return true;
}

constexpr u32 no_key = 0xffffffffu;

// The keys of the tile's entries: entry number k·threads + thread of the tile is the thread's k-th.
DEV void hold_keys(const SortArgs& a, const Tile& tile, u32* keys) {
  UNROLL
  for (u32 k = 0; k < most_held; k++) {
    const u32 i = tile.entries.from + k * blockDim.x + threadIdx.x;
    keys[k] = i < tile.entries.to ? a.bin_keys[i] : no_key;
  }
}

DEV void fine_count(const SortArgs& a) {
  SHARED(u32, counts, most_fine + dummy_counters);
  Tile tile;
  if (!block_tile(a, tile)) return;
  u32 keys[most_held];
  hold_keys(a, tile, keys);
  clear(counts, 1u << a.fine_bits);
  UNROLL
  for (u32 k = 0; k < most_held; k++)
    atomicAdd(&counts[keys[k] == no_key ? most_fine + warp_lane() : keys[k]], 1u);
  __syncthreads();
  u32* totals = a.bucket_count + ((u64)tile.bin << a.fine_bits);
  for (u32 i = threadIdx.x; i < 1u << a.fine_bits; i += blockDim.x)
    if (counts[i] != 0) atomicAdd(&totals[i], counts[i]);
}

// One block a bin makes the starts of its buckets. The counts become the cursors of the scatter.
DEV void fine_scan(const SortArgs& a) {
  const u32 bin = blockIdx.x;
  const u32 begin = bin << a.fine_bits, end = min(begin + (1u << a.fine_bits), a.buckets);
  u32 before = a.bin_start[bin];
  for (u32 first = begin; first < end; first += blockDim.x) {
    const u32 bucket = first + threadIdx.x;
    u32 total;
    const u32 start = before + sum_before(bucket < end ? a.bucket_count[bucket] : 0, total);
    if (bucket < end) a.bucket_start[bucket] = a.bucket_count[bucket] = start;
    before += total;
  }
  if (bin == a.bins - 1 && threadIdx.x == 0) a.bucket_start[a.buckets] = before;
}

DEV void fine_scatter(const SortArgs& a) {
  const u32 fine = 1u << a.fine_bits;
  const Ordering<u16> own(fine, a.tile + blockDim.x);
  Tile tile;
  if (!block_tile(a, tile)) return;
  u32 keys[most_held], held[most_held], ranks[most_held];
  hold_keys(a, tile, keys);
  UNROLL
  for (u32 k = 0; k < most_held; k++)
    held[k] =
        a.bin_values[min(tile.entries.from + k * blockDim.x + threadIdx.x, tile.entries.to - 1)];
  clear(own.places, fine);
  UNROLL
  for (u32 k = 0; k < most_held; k++)
    ranks[k] = atomicAdd(&own.places[keys[k] == no_key ? fine + warp_lane() : keys[k]], 1u);
  __syncthreads();
  const u32 entries = reserve_ordered(own.places, own.offsets,
                                      a.bucket_count + ((u64)tile.bin << a.fine_bits), fine);
  UNROLL
  for (u32 k = 0; k < most_held; k++) {
    const bool none = keys[k] == no_key;
    const u32 first = own.places[none ? 0 : keys[k]],
              place = none ? a.tile + threadIdx.x : first + ranks[k];
    own.keys[place] = (u16)keys[k];
    own.values[place] = held[k];
  }
  __syncthreads();
  UNROLL
  for (u32 group = 0; group < most_held; group += at_once) {
    u32 to[at_once];
    if (group * blockDim.x >= entries) break;
    UNROLL
    for (u32 k = 0; k < at_once; k++) {
      const u32 i = (group + k) * blockDim.x + threadIdx.x;
      to[k] = i + own.offsets[i < entries ? own.keys[i] : 0];
    }
    UNROLL
    for (u32 k = 0; k < at_once; k++) {
      const u32 i = (group + k) * blockDim.x + threadIdx.x;
      if (i < entries) a.values[to[k]] = own.values[i];
    }
  }
}

}  // namespace msm
