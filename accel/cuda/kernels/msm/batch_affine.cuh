// Batch-affine additions: neighbouring entries of a bucket are added two by two, in affine
// coordinates, before the accumulation. A round halves the points of each bucket. A few rounds
// leave a few points, however many there were.
//
// An affine addition takes five products and a square if it shares its inversion with others (P. L.
// Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", 1987). An
// addition to a sum in XYZZ coordinates takes eight and two. The affine one moves three times as
// much memory, so it pays where products are expensive: for coordinates of 12 words and more.
//
// In each round the points of bucket b lie in slots start[b]..start[b+1). The next round starts at
//
//   start'[b] = ⌊(start[b] + b)/2⌋,
//
// which leaves each bucket at least half of its slots, rounded up. So no kernel counts slots. One
// slot of a bucket may be left over; it gets the point at infinity, (0, 0).
//
//   batch_affine_starts  the next round's starts
//   batch_affine_pairs   for each slot of the next round, the two points that it takes
//   batch_affine_add     the sums
//
// A thread of batch_affine_add takes every batch_affine_threads-th of its block's slots, so that
// neighbours read and write neighbours. Going up, it multiplies the denominators of its additions
// and leaves in each slot the product of those before. The block inverts the product of all. Going
// down, the thread takes off one inverse after the other. Meanwhile the points of its next slot are
// copied to shared memory. All products, squares included, are calls of one function: inlined, the
// loops would outgrow the instruction cache.
//
// Between the rounds the points lie in planes of 16 bytes, so that a warp writes whole sectors.
#pragma once

#include "points.cuh"
#include "sort.cuh"

namespace msm {

constexpr u32 pairs_threads = 256;
constexpr u32 pairs_each = 8;  // slots a thread of batch_affine_pairs
constexpr u32 no_point = 0xffffffffu;

DEV void batch_affine_starts(const BatchAffineArgs& a) {
  const u32 bucket = blockIdx.x * blockDim.x + threadIdx.x;
  if (bucket <= a.buckets) a.to_start[bucket] = (u32)(((u64)a.from_start[bucket] + bucket) / 2);
}

// The block finds the buckets of its first and last slot. Each thread searches between these.
DEV void batch_affine_pairs(const BatchAffineArgs& a) {
  SHARED(u32, ends, 2);
  const u32 slots = a.to_start[a.buckets], from = blockIdx.x * pairs_threads * pairs_each;
  if (from >= slots) return;
  const u32 last = min(from + pairs_threads * pairs_each, slots) - 1;
  if (threadIdx.x < 2)
    ends[threadIdx.x] = last_not_above(a.to_start, a.buckets, threadIdx.x == 0 ? from : last);
  __syncthreads();
  const u32 low = ends[0], count = ends[1] + 1 - low;
  for (u32 slot = from + threadIdx.x; slot <= last; slot += pairs_threads) {
    const u32 bucket = low + last_not_above(a.to_start + low, count, slot);
    const u32 first = a.from_start[bucket] + 2 * (slot - a.to_start[bucket]),
              end = a.from_start[bucket + 1];
    uint2 pair = make_uint2(first, first + 1);
    if (a.values != nullptr)
      pair =
          make_uint2(first < end ? a.values[first] : 0, first + 1 < end ? a.values[first + 1] : 0);
    if (first >= end) pair.x = no_point;
    if (first + 1 >= end) pair.y = no_point;
    reinterpret_cast<uint2*>(a.pairs)[slot] = pair;
  }
}

// The points that entries name.
template <class F> struct Named : Points<F> {
  using Points<F>::Points;

  DEV F y(u32 entry) const {
    const F y = this->load(1, entry & ~sign_bit);
    return entry & sign_bit ? F::negate(y) : y;
  }
  DEV bool is_infinity(u32 entry, const F& x) const {
    return x.is_exact_zero() && this->load(1, entry & ~sign_bit).is_exact_zero();
  }
};

// The shared memory of a block. While a thread adds the points of one slot, it fetches those of the
// next: the points p and q, and the product of the denominators before theirs. Inverse is the
// running inverse on the way down. A thread's words lie a block's width apart, so that no two
// threads meet in a bank.
template <class F, u32 threads> struct Stage {
  static constexpr u32 words = sizeof(F) / 16;
  enum Number : u32 { PX, PY, QX, QY, Before, Inverse, numbers };
  uint4* own;

  DEV uint4* number(u32 i) const { return own + i * words * threads; }
  DEV void put(u32 i, const F& value) const {
    const u32* from = reinterpret_cast<const u32*>(&value);
    UNROLL
    for (u32 k = 0; k < words; k++)
      number(i)[k * threads] =
          make_uint4(from[4 * k], from[4 * k + 1], from[4 * k + 2], from[4 * k + 3]);
  }

  DEV void fetch(u32 i, const Points<F>& from, u32 coordinate, u32 point) const {
    const uint4* const at = from.place(coordinate, point);
    UNROLL
    for (u32 k = 0; k < words; k++)
      copy_async(number(i) + k * threads, at + (u64)k * from.places.word);
  }
  // Both x, and both y if they are asked for, as far as there are points.
  DEV void fetch(const Points<F>& from, uint2 pair, bool with_y) const {
    if (pair.x != no_point) {
      fetch(PX, from, 0, pair.x & ~sign_bit);
      if (with_y) fetch(PY, from, 1, pair.x & ~sign_bit);
    }
    if (pair.y != no_point) {
      fetch(QX, from, 0, pair.y & ~sign_bit);
      if (with_y) fetch(QY, from, 1, pair.y & ~sign_bit);
    }
  }

  DEV F get(u32 i) const {
    F value;
    u32* to = reinterpret_cast<u32*>(&value);
    UNROLL
    for (u32 k = 0; k < words; k++) {
      const uint4 word = number(i)[k * threads];
      to[4 * k] = word.x, to[4 * k + 1] = word.y, to[4 * k + 2] = word.z, to[4 * k + 3] = word.w;
    }
    return value;
  }
};

// The content of a slot: the sum of the entries p and q, a copy of one of them, or nothing.
template <class F> struct Addition {
  enum Kind { Nothing, CopyP, CopyQ, Sum, Double };

  Kind kind;
  F denominator;  // of the sum's slope, if there is one

  DEV Addition(const Named<F>& from, uint2 pair, const F& x, const F& other) {
    kind = pair.x == no_point ? Nothing : CopyP;
    if (pair.y == no_point || from.is_infinity(pair.y, other)) return;
    kind = CopyQ;
    if (from.is_infinity(pair.x, x)) return;
    kind = Sum;
    denominator = F::sub(other, x);
    if (denominator.is_zero()) settle_same_x(from.y(pair.x), from.y(pair.y));
  }

  DEV bool adds() const { return kind == Sum || kind == Double; }

 private:
  // p = q or p = −q
  DEV void settle_same_x(const F& y, const F& other) {
    kind = !y.is_zero() && F::sub(y, other).is_zero() ? Double : Nothing;
    denominator = F::twice(y);
  }
};

// The inverse of each thread's factor, none of which is zero: products up a binary tree, node i
// over nodes 2i and 2i + 1, and inverses down.
template <class F, u32 threads> DEV F block_inverse(F* tree, const F& factor) {
  const u32 thread = threadIdx.x;
  __syncthreads();
  tree[threads + thread] = factor;
  ROLLED
  for (u32 width = threads / 2; width > 0; width /= 2) {
    __syncthreads();
    if (thread < width)
      tree[width + thread] = F::mul(tree[2 * (width + thread)], tree[2 * (width + thread) + 1]);
  }
  if (thread == 0) tree[1] = F::inverse(tree[1]);
  ROLLED
  for (u32 width = 2; width <= threads; width *= 2) {
    __syncthreads();
    const u32 node = width + thread;
    F inverse;
    if (thread < width) inverse = F::mul(tree[node / 2], tree[node ^ 1]);
    __syncthreads();
    if (thread < width) tree[node] = inverse;
  }
  const F inverse = tree[threads + thread];
  __syncthreads();
  return inverse;
}

// The two walks of a block over its slots.
template <class F, u32 threads> struct BatchBlock {
  using Staged = Stage<F, threads>;
  const BatchAffineArgs& a;
  Named<F> from;
  Points<F> to;
  Staged stage;
  u32 first, own;  // slots of this thread: first, first + threads, …

  static constexpr u32 shared_words = Staged::numbers * Staged::words * threads;  // of 16 bytes
  static_assert(Staged::numbers >= 2, "room for the tree of inverses");

  DEV u32 slot(u32 i) const { return first + i * threads; }
  DEV uint2 pair(u32 i) const {
    return i < own ? reinterpret_cast<const uint2*>(a.pairs)[slot(i)]
                   : make_uint2(no_point, no_point);
  }

  // The product of all denominators; each slot with a sum gets the product of those before.
  DEV F up() const {
    F product = F::one();
    uint2 next = pair(0), after = pair(1);
    stage.fetch(from, next, false);
    ROLLED
    for (u32 i = 0; i < own; i++) {
      const uint2 entries = next;
      copies_wait();
      const F x = stage.get(Staged::PX), other = stage.get(Staged::QX);
      next = after, after = pair(i + 2);
      stage.fetch(from, next, false);
      const Addition<F> addition(from, entries, x, other);
      if (!addition.adds()) continue;
      to.store(0, slot(i), product);
      product = F::mul(product, addition.denominator);
    }
    return product;
  }

  // The sums, from the inverse of that product. Fetched words are read as early as possible, to
  // make room for the next ones.
  DEV void down(const F& inverse) const {
    stage.put(Staged::Inverse, inverse);
    uint2 next = pair(own - 1), after = pair(own - 2);
    fetch(next, own - 1);
    ROLLED
    for (u32 i = own; i-- > 0;) {
      const uint2 entries = next;
      copies_wait();
      const Addition<F> addition(from, entries, stage.get(Staged::PX), stage.get(Staged::QX));
      if (!addition.adds()) {
        copy(i, addition.kind, entries);
        next = after, after = pair(i - 2);
        fetch(next, i - 1);
        continue;
      }
      const F of_slot = F::mul(stage.get(Staged::Inverse), stage.get(Staged::Before));
      stage.put(Staged::Inverse, F::mul(stage.get(Staged::Inverse), addition.denominator));
      read_again();
      const F x = stage.get(Staged::PX), y = signed_y(Staged::PY, entries.x),
              both = F::add(x, stage.get(Staged::QX));
      const F rise = addition.kind == Addition<F>::Sum ? F::sub(signed_y(Staged::QY, entries.y), y)
                                                       : thrice(F::mul(x, x));
      next = after, after = pair(i - 2);
      fetch(next, i - 1);
      const F slope = F::mul(of_slot, rise);
      const F sum = F::sub(F::mul(slope, slope), both);
      to.store(0, slot(i), F::canonical(sum));
      to.store(1, slot(i), F::canonical(F::sub(F::mul(slope, F::sub(x, sum)), y)));
    }
  }

 private:
  static DEV F thrice(const F& x) { return F::add(F::twice(x), x); }

  DEV void fetch(uint2 entries, u32 i) const {
    stage.fetch(from, entries, true);
    if (entries.y != no_point) stage.fetch(Staged::Before, to, 0, slot(i));
  }
  DEV F signed_y(u32 number, u32 entry) const {
    const F y = stage.get(number);
    return entry & sign_bit ? F::negate(y) : y;
  }
  DEV void copy(u32 i, typename Addition<F>::Kind kind, uint2 entries) const {
    F x = F::zero(), y = F::zero();
    if (kind == Addition<F>::CopyP) x = stage.get(Staged::PX), y = signed_y(Staged::PY, entries.x);
    if (kind == Addition<F>::CopyQ) x = stage.get(Staged::QX), y = signed_y(Staged::QY, entries.y);
    to.store(0, slot(i), x);
    to.store(1, slot(i), F::canonical(y));
  }
};

template <class G> DEV void batch_affine_add(const BatchAffineArgs& a) {
  using F = typename G::Coordinate;
  static_assert(F::called, "one function for all products");
  constexpr u32 threads = G::batch_affine_threads;
  using Block = BatchBlock<F, threads>;
  SHARED(uint4, staged, Block::shared_words);
  const u32 slots = a.to_start[a.buckets];
  const u64 from = (u64)blockIdx.x * threads * a.each, first = from + threadIdx.x;
  if (from >= slots) return;
  const u32 own =
      first < slots ? (u32)min((u64)a.each, (slots - first + threads - 1) / threads) : 0;
  const Block block{
      a, {a.from, a.from_places}, {a.to, a.to_places}, {staged + threadIdx.x}, (u32)first, own};
  const F product = block.up();
  block.down(block_inverse<F, threads>(reinterpret_cast<F*>(staged), product));
}

}  // namespace msm
