// Accumulation: the sums of the buckets.
//
// The entries, in order of their buckets, are cut into runs of equal length, one a thread. The
// sizes of the buckets do not matter: a bucket with half of all entries costs no more than any
// other half.
//
// A multiprocessor does not share its time equally between its warps. Of the warps that begin
// together with equal runs, some end long before the others, and the last few do not keep it busy.
// So the last threads, which begin when the first ones end, have shorter runs, unless all runs are
// so short that the additional ends of runs would cost more.
//
// A thread walks over its run with one sum (sum.cuh). A bucket that ends within the run is complete
// and goes to the bucket array, unless an earlier thread began it: then the sum is the run's head.
// The sum that is open at the end of the run is the run's tail, or its head if no bucket ended. The
// fix-up then joins the parts of each bucket that is split over several runs:
//
//   thread        t          t+1         t+2
//   entries   ···|AAAABBBBBB|BBBBBBBBBBB|BBCCCC|···
//
// Here A and C are complete, and B = tail(t) + head(t+1) + head(t+2).
//
// The sum of a bucket starts from the content of the bucket, so that the chunks of one MSM add up.
// After batch-affine additions (batch_affine.cuh) the entries are the points that these left.
#pragma once

#include "../curve/quad.cuh"
#include "points.cuh"
#include "sort.cuh"
#include "sum.cuh"

namespace msm {

struct Run {
  u32 from, to;
};

// How the entries are cut into runs.
struct Runs {
  u32 entries, long_threads, long_length, short_length;

  DEV Runs(const AccumulateArgs& a)
      : entries(a.bucket_start[a.bucket_total]), long_threads(a.long_threads) {
    long_length = short_length = max(a.min_run, divide_up(entries, long_threads));
    if (long_length < a.shorten_from) return;  // all runs are long ones
    short_length = divide_up(entries, long_threads * a.shorter + (a.threads - long_threads));
    long_length = short_length * a.shorter;
  }

  static DEV u32 divide_up(u32 a, u32 b) { return a / b + (a % b != 0); }

  DEV u64 start(u32 thread) const {
    if (thread <= long_threads) return (u64)thread * long_length;
    return (u64)long_threads * long_length + (u64)(thread - long_threads) * short_length;
  }

  DEV Run of(u32 thread) const {
    return Run{(u32)min(start(thread), (u64)entries), (u32)min(start(thread + 1), (u64)entries)};
  }

  // The thread whose run holds the entry.
  DEV u32 with(u32 entry) const {
    const u64 border = start(long_threads);
    return entry < border ? entry / long_length
                          : long_threads + (entry - (u32)border) / short_length;
  }
};

// The first non-empty bucket after `bucket`, which starts at `entry`. It is mostly the next one;
// otherwise steps of growing width and a bisection find it.
DEV u32 next_bucket(const AccumulateArgs& a, u32 bucket, u32 entry) {
  u32 step = 1, low = bucket + 1;
  while (low + step < a.bucket_total && a.bucket_start[low + step] <= entry) low += step, step *= 2;
  return low + last_not_above(a.bucket_start + low, min(step, a.bucket_total - low), entry);
}

template <class G> DEV u32 value_of(const AccumulateArgs& a, u32 entry) {
  if constexpr (G::batch_affine_threads > 0)
    if (a.values == nullptr) return entry;
  return a.values[entry];
}

template <class G> DEV void accumulate(const AccumulateArgs& a) {
  using F = typename G::Coordinate;
  using Point = Xyzz<F>;
  const u32 thread = blockIdx.x * G::accumulate_threads + threadIdx.x;
  const Points<F> bases(a.bases, a.places);
  Point* buckets = static_cast<Point*>(a.buckets);
  a.tail_bucket[thread] = no_bucket;
  const Run run = Runs(a).of(thread);
  if (run.from >= run.to) return;

  u32 bucket = last_not_above(a.bucket_start, a.bucket_total, run.from);
  u32 bucket_end = a.bucket_start[bucket + 1];
  bool is_head = a.bucket_start[bucket] < run.from;
  Sum<G> sum;
  sum = is_head ? Point::infinity() : Point::load(buckets + bucket);

  u32 next_value = value_of<G>(a, run.from);
  for (u32 entry = run.from; entry < run.to; entry++) {
    const u32 value = next_value;
    next_value = value_of<G>(a, min(entry + 1, run.to - 1));
    const F* const x = bases.x(value & ~sign_bit);
    sum.add(x, bases.behind(x), value & sign_bit);
    if (entry + 1 == bucket_end) {
      Point::store(is_head ? static_cast<Point*>(a.heads) + thread : buckets + bucket, sum);
      is_head = false;
      if (entry + 1 < run.to) {
        bucket = next_bucket(a, bucket, entry + 1);
        bucket_end = a.bucket_start[bucket + 1];
        sum = Point::load(buckets + bucket);
      }
    }
  }
  if (bucket_end > run.to) {
    Point::store(static_cast<Point*>(is_head ? a.heads : a.tails) + thread, sum);
    if (!is_head) a.tail_bucket[thread] = bucket;
  }
}

constexpr int fixup_threads = 128;

// Joins the parts of each bucket that is split over runs: one quad a tail for a few parts, the
// quads of its warp for more. The spans of hot buckets are longer still and are listed for
// fixup_long.
template <class G> DEV void fixup(const AccumulateArgs& a) {
  using F = typename G::Coordinate;
  using Point = Xyzz<F>;
  const u32 run = (blockIdx.x * blockDim.x + threadIdx.x) / quad::size, own = quad::in_warp();
  const Point* heads = static_cast<const Point*>(a.heads);
  const Point* tails = static_cast<const Point*>(a.tails);
  Point* buckets = static_cast<Point*>(a.buckets);
  const u32 bucket = run < a.threads ? a.tail_bucket[run] : no_bucket;
  const u32 last = bucket == no_bucket ? run : Runs(a).with(a.bucket_start[bucket + 1] - 1);
  const u32 count = last - run;

  const bool walks = count > 0 && count <= a.longest_walk;
  F sum = quad::load(walks ? tails + run : nullptr);
  for (u32 i = 1; __any_sync(all_lanes, walks && i <= count); i++)
    sum = quad::add(sum, quad::load(walks && i <= count ? heads + run + i : nullptr));
  if (walks) quad::store(buckets + bucket, sum);

  if (count > a.longest_span && quad::lane() == 0) {
    a.long_spans[atomicAdd(a.long_count, 1u)] = LongSpan{bucket, run, last};
  }
  u32 waiting = __ballot_sync(
      all_lanes, quad::lane() == 0 && count > a.longest_walk && count <= a.longest_span);
  for (; waiting != 0; waiting &= waiting - 1) {
    const u32 owner = __ffs(waiting) - 1;
    const u32 first = __shfl_sync(all_lanes, run, owner), end = __shfl_sync(all_lanes, last, owner);
    const u32 target = __shfl_sync(all_lanes, bucket, owner);
    sum = quad::load(own == 0 ? tails + first : nullptr);
    for (u32 next = first + 1; next <= end; next += quad::quads_of_warp)
      sum = quad::add(sum, quad::load(next + own <= end ? heads + next + own : nullptr));
    sum = quad::warp_sum(sum);
    if (own == 0) quad::store(buckets + target, sum);
  }
}

// A long span is joined in two steps: blocks sum the heads of groups of runs, then one block sums
// the groups. The first head of a group takes the group's sum.
constexpr u32 fixup_group = 64, fixup_quads = fixup_threads / quad::size;

struct GroupedSpan : LongSpan {
  u32 first_group, end_groups;  // runs at which the whole groups begin and end

  DEV GroupedSpan(const LongSpan& span) : LongSpan(span) {
    first_group = (first + fixup_group) / fixup_group * fixup_group;
    end_groups = max((last + 1) / fixup_group * fixup_group, first_group);
  }
};

template <class G> DEV void fixup_groups(const AccumulateArgs& a) {
  using F = typename G::Coordinate;
  Xyzz<F>* const heads = static_cast<Xyzz<F>*>(a.heads);
  const u32 count = *a.long_count, own = quad::in_block();
  u32 turn = blockIdx.x;  // blocks take turns over the groups of all spans
  for (u32 i = 0; i < count; i++) {
    const GroupedSpan span(a.long_spans[i]);
    const u32 groups = (span.end_groups - span.first_group) / fixup_group;
    for (; turn < groups; turn += gridDim.x) {
      const u32 group = span.first_group + turn * fixup_group;
      F sum = quad::load(heads + group + own);
      for (u32 more = fixup_quads; more < fixup_group; more += fixup_quads)
        sum = quad::add(sum, quad::load(heads + group + more + own));
      sum = quad::block_sum<F, fixup_threads>(sum, fixup_quads);
      if (own == 0) quad::store(heads + group, sum);
    }
    turn -= groups;
  }
}

// Adds every step-th head of from..end, by all quads of the block.
template <class F> DEV void add_heads(F& sum, const Xyzz<F>* heads, u32 from, u32 end, u32 step) {
  for (u32 next = from; next < end; next += step * fixup_quads) {
    const u32 head = next + step * quad::in_block();
    sum = quad::add(sum, quad::load(head < end ? heads + head : nullptr));
  }
}

template <class G> DEV void fixup_long(const AccumulateArgs& a) {
  using F = typename G::Coordinate;
  using Point = Xyzz<F>;
  const Point* const heads = static_cast<const Point*>(a.heads);
  const u32 count = *a.long_count, own = quad::in_block();
  for (u32 i = blockIdx.x; i < count; i += gridDim.x) {
    const GroupedSpan span(a.long_spans[i]);
    F sum = quad::load(own == 0 ? static_cast<const Point*>(a.tails) + span.first : nullptr);
    add_heads(sum, heads, span.first + 1, min(span.first_group, span.last + 1), 1);
    add_heads(sum, heads, span.first_group, span.end_groups, fixup_group);
    add_heads(sum, heads, span.end_groups, span.last + 1, 1);
    sum = quad::block_sum<F, fixup_threads>(sum, fixup_quads);
    if (own == 0) quad::store(static_cast<Point*>(a.buckets) + span.bucket, sum);
  }
}

}  // namespace msm
