// The partition of entries by bucket: a counting sort in two passes, coarse by bins of neighbouring buckets, then fine
// within each bin. Zero digits never become entries. The order within a bucket is left open, as the sum does not depend
// on it, so that places are handed out by counters instead of ranks.
//
//   coarse_count    digits → entries a bin
//   coarse_scan     bins' starts, and the tiles of the fine pass: each bin is cut into tiles of its own
//   coarse_scatter  digits again → entries in order of the bins
//   fine_count      tiles → entries a bucket
//   fine_scan       buckets' starts
//   fine_scatter    tiles again → values in order of the buckets
//
// A block counts its share in shared memory first, so that the device-wide counters see one addition a block and bin. In
// the scatters it also orders its share there, and writes each bin's, or bucket's, part in one go: whole sectors of memory
// instead of single words. Where a bin has more buckets than staged_fine, a tile has too few entries a bucket for that, and
// fine_scatter writes word by word; but all of a bin fits the cache.
#pragma once

#include "digits.cuh"

namespace msm {

constexpr int partition_threads = 512;
constexpr int scan_threads = 1024;
constexpr int most_bins = 1024;
constexpr int most_fine = 8192;    // buckets a bin
constexpr int staged = 4608;       // entries that a block of a scatter orders at once
constexpr int staged_fine = 1024;  // buckets a bin up to which fine_scatter orders its entries, tiles of `staged` at most

// Exclusive prefix sum over the block of one value a thread; returns this thread's sum, and the block's in total.
DEV u32 block_exclusive_scan(u32 value, u32& total) {
  SHARED(u32, warp_sums, 32);
  const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  u32 sum = value;
  UNROLL
  for (u32 step = 1; step < 32; step *= 2) {
    const u32 other = __shfl_up_sync(0xffffffffu, sum, step);
    if (lane >= step) sum += other;
  }
  if (lane == 31) warp_sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    u32 w = lane < blockDim.x / 32 ? warp_sums[lane] : 0;
  UNROLL
    for (u32 step = 1; step < 32; step *= 2) {
      const u32 other = __shfl_up_sync(0xffffffffu, w, step);
      if (lane >= step) w += other;
    }
    warp_sums[lane] = w;
  }
  __syncthreads();
  total = warp_sums[31];
  const u32 before = warp == 0 ? 0 : warp_sums[warp - 1];
  __syncthreads();
  return before + sum - value;
}

DEV void clear(u32* counters, u32 count) {
  for (u32 i = threadIdx.x; i < count; i += blockDim.x) counters[i] = 0;
  __syncthreads();
}

// Turns a block's counts into its places: takes counts[i] places from each device-wide cursor at once.
DEV void reserve(u32* counts, u32* cursors, u32 count) {
  for (u32 i = threadIdx.x; i < count; i += blockDim.x)
    if (counts[i] != 0) counts[i] = atomicAdd(&cursors[i], counts[i]);
  __syncthreads();
}

struct Span {
  u32 from, to;
};

DEV Span block_scalars(const PartitionArgs& a, u32 scalars) {
  const u64 from = (u64)blockIdx.x * scalars;
  return Span{(u32)min(from, (u64)a.digits.count), (u32)min(from + scalars, (u64)a.digits.count)};
}

template <class G> DEV void coarse_histogram(const PartitionArgs& a, const Span& span, u32* counts) {
  clear(counts, a.bins);
  for (u32 i = span.from + threadIdx.x; i < span.to; i += blockDim.x) {
    DigitWalk<G> walk(a.digits, i);
    u32 bucket, value;
    while (walk.next(bucket, value)) atomicAdd(&counts[bucket >> a.fine_bits], 1u);
  }
  __syncthreads();
}

template <class G> DEV void coarse_count(const PartitionArgs& a) {
  SHARED(u32, counts, most_bins);
  coarse_histogram<G>(a, block_scalars(a, a.scalars_per_block), counts);
  for (u32 i = threadIdx.x; i < a.bins; i += blockDim.x)
    if (counts[i] != 0) atomicAdd(&a.bin_count[i], counts[i]);
}

// One block: starts of bins and of their tiles.
DEV void coarse_scan(const PartitionArgs& a) {
  u32 entries_before = 0, tiles_before = 0;
  for (u32 first = 0; first < a.bins; first += blockDim.x) {
    const u32 bin = first + threadIdx.x;
    const u32 entries = bin < a.bins ? a.bin_count[bin] : 0;
    const u32 tiles = entries / a.tile + (entries % a.tile != 0);
    u32 entry_total, tile_total;
    const u32 entry = entries_before + block_exclusive_scan(entries, entry_total);
    const u32 tile = tiles_before + block_exclusive_scan(tiles, tile_total);
    if (bin < a.bins) a.bin_start[bin] = a.bin_cursor[bin] = entry, a.tile_start[bin] = tile;
    entries_before += entry_total;
    tiles_before += tile_total;
  }
  if (threadIdx.x == 0) a.bin_start[a.bins] = entries_before, a.tile_start[a.bins] = tiles_before;
}

// Turns a block's counts of `parts` bins or buckets into the places of its entries: counts[i] becomes the first place of
// part i within the block, offsets[i] what must be added to such a place to get the one in the whole, where the device-wide
// cursors stand. Returns the number of entries.
DEV u32 reserve_ordered(u32* counts, u32* offsets, u32* cursors, u32 parts) {
  u32 before = 0;
  for (u32 first = 0; first < parts; first += blockDim.x) {
    const u32 part = first + threadIdx.x;
    const u32 count = part < parts ? counts[part] : 0;
    u32 total;
    const u32 place = before + block_exclusive_scan(count, total);
    if (part < parts) {
      counts[part] = place;
      if (count != 0) offsets[part] = atomicAdd(&cursors[part], count) - place;
    }
    before += total;
  }
  __syncthreads();
  return before;
}

template <class G> DEV void coarse_scatter(const PartitionArgs& a) {
  SHARED(u32, places, most_bins);
  SHARED(u32, offsets, most_bins);
  SHARED(u32, buckets, staged);
  SHARED(u32, values, staged);
  const Span span = block_scalars(a, staged / a.digits.windows);
  coarse_histogram<G>(a, span, places);
  const u32 entries = reserve_ordered(places, offsets, a.bin_cursor, a.bins);
  for (u32 i = span.from + threadIdx.x; i < span.to; i += blockDim.x) {
    DigitWalk<G> walk(a.digits, i);
    u32 bucket, value;
    while (walk.next(bucket, value)) {
      const u32 place = atomicAdd(&places[bucket >> a.fine_bits], 1u);
      buckets[place] = bucket;
      values[place] = value;
    }
  }
  __syncthreads();
  const u32 fine_mask = (1u << a.fine_bits) - 1;
  for (u32 i = threadIdx.x; i < entries; i += blockDim.x) {
    const u32 place = i + offsets[buckets[i] >> a.fine_bits];
    a.bin_keys[place] = (u16)(buckets[i] & fine_mask);
    a.bin_values[place] = values[i];
  }
}

// The largest i with starts[i] ≤ x, for ascending starts[0..count] with starts[0] ≤ x < starts[count]. Of several equal
// starts it is the last, so that empty ranges are passed over.
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

// The block's tile; false beyond the last one.
DEV bool block_tile(const PartitionArgs& a, Tile& tile) {
  if (blockIdx.x >= a.tile_start[a.bins]) return false;
  tile.bin = last_not_above(a.tile_start, a.bins, blockIdx.x);
  tile.entries.from = a.bin_start[tile.bin] + (blockIdx.x - a.tile_start[tile.bin]) * a.tile;
  tile.entries.to = min(tile.entries.from + a.tile, a.bin_start[tile.bin + 1]);
  return true;
}

DEV void fine_histogram(const PartitionArgs& a, const Tile& tile, u32* counts) {
  clear(counts, 1u << a.fine_bits);
  for (u32 i = tile.entries.from + threadIdx.x; i < tile.entries.to; i += blockDim.x)
    atomicAdd(&counts[a.bin_keys[i]], 1u);
  __syncthreads();
}

DEV void fine_count(const PartitionArgs& a) {
  SHARED(u32, counts, most_fine);
  Tile tile;
  if (!block_tile(a, tile)) return;
  fine_histogram(a, tile, counts);
  u32* totals = a.bucket_count + ((u64)tile.bin << a.fine_bits);
  for (u32 i = threadIdx.x; i < 1u << a.fine_bits; i += blockDim.x)
    if (counts[i] != 0) atomicAdd(&totals[i], counts[i]);
}

// One block a bin: starts of its buckets; the counts become the cursors of the scatter.
DEV void fine_scan(const PartitionArgs& a) {
  const u32 bin = blockIdx.x;
  const u32 begin = bin << a.fine_bits, end = min(begin + (1u << a.fine_bits), a.buckets);
  u32 before = a.bin_start[bin];
  for (u32 first = begin; first < end; first += blockDim.x) {
    const u32 bucket = first + threadIdx.x;
    u32 total;
    const u32 start = before + block_exclusive_scan(bucket < end ? a.bucket_count[bucket] : 0, total);
    if (bucket < end) a.bucket_start[bucket] = a.bucket_count[bucket] = start;
    before += total;
  }
  if (bin == a.bins - 1 && threadIdx.x == 0) a.bucket_start[a.buckets] = before;
}

constexpr int ordered_words = 2 * staged_fine + staged + staged / 2;
static_assert(ordered_words >= most_fine, "shared memory for either way");

// The ordered way, in shared memory that is divided among places, offsets, values and, in half words, buckets.
DEV void fine_scatter_ordered(const PartitionArgs& a, const Tile& tile, u32* cursors, u32* shared) {
  u32 *const places = shared, *const offsets = shared + staged_fine, *const values = shared + 2 * staged_fine;
  u16* const buckets = reinterpret_cast<u16*>(values + staged);
  const u32 entries = reserve_ordered(places, offsets, cursors, 1u << a.fine_bits);
  for (u32 i = tile.entries.from + threadIdx.x; i < tile.entries.to; i += blockDim.x) {
    const u16 bucket = a.bin_keys[i];
    const u32 place = atomicAdd(&places[bucket], 1u);
    buckets[place] = bucket;
    values[place] = a.bin_values[i];
  }
  __syncthreads();
  for (u32 i = threadIdx.x; i < entries; i += blockDim.x) a.values[i + offsets[buckets[i]]] = values[i];
}

DEV void fine_scatter(const PartitionArgs& a) {
  SHARED(u32, shared, ordered_words);
  Tile tile;
  if (!block_tile(a, tile)) return;
  fine_histogram(a, tile, shared);
  u32* const cursors = a.bucket_count + ((u64)tile.bin << a.fine_bits);
  if (1u << a.fine_bits <= staged_fine) {
    fine_scatter_ordered(a, tile, cursors, shared);
    return;
  }
  reserve(shared, cursors, 1u << a.fine_bits);
  for (u32 i = tile.entries.from + threadIdx.x; i < tile.entries.to; i += blockDim.x)
    a.values[atomicAdd(&shared[a.bin_keys[i]], 1u)] = a.bin_values[i];
}

}  // namespace msm
