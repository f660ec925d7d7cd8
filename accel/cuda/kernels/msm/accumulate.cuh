// Accumulation: the entries, in order of their buckets, are cut into runs of equal length, one a thread, whatever the
// buckets' sizes: a bucket that holds half of all entries costs no more than any other half of them.
//
// A thread walks over its run with one sum (sum.cuh). A bucket that ends within the run is complete and goes to the
// bucket array, unless an earlier thread began it: then its sum is the run's head. What is open at the run's end is the
// run's tail, or still its head if nothing ended. `fold` puts each bucket that spans several runs together:
//
//   thread        t          t+1         t+2
//   entries   ···|AAAABBBBBB|BBBBBBBBBBB|BBCCCC|···     A, C: complete;  B = tail(t) + head(t+1) + head(t+2)
//
// The sum of a bucket starts from what the bucket holds, so that several chunks of one MSM add up.
#pragma once

#include "partition.cuh"
#include "sum.cuh"

namespace msm {

struct Run {
  u32 length;  // of every run but the last
  u32 from, to;
};

DEV u32 run_length(const AccumulateArgs& a) {
  const u32 entries = a.bucket_start[a.bucket_total];
  return max(a.least_run, entries / a.threads + (entries % a.threads != 0));
}

DEV Run run_of(const AccumulateArgs& a, u32 thread) {
  const u32 entries = a.bucket_start[a.bucket_total];
  Run run;
  run.length = run_length(a);
  run.from = (u32)min((u64)thread * run.length, (u64)entries);
  run.to = min(entries - run.from, run.length) + run.from;
  return run;
}

// The first bucket after `bucket` that starts at `entry` and holds something: mostly the next one, otherwise found by
// steps of growing width and bisection.
DEV u32 next_bucket(const AccumulateArgs& a, u32 bucket, u32 entry) {
  u32 step = 1, low = bucket + 1;
  while (low + step < a.bucket_total && a.bucket_start[low + step] <= entry) low += step, step *= 2;
  return low + last_not_above(a.bucket_start + low, min(step, a.bucket_total - low), entry);
}

template <class G> DEV void accumulate(const AccumulateArgs& a) {
  using F = typename G::Coordinate;
  using Point = Xyzz<F>;
  const u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
  Point* buckets = static_cast<Point*>(a.buckets);
  a.tail_bucket[thread] = no_bucket;
  const Run run = run_of(a, thread);
  if (run.from >= run.to) return;

  u32 bucket = last_not_above(a.bucket_start, a.bucket_total, run.from);
  u32 bucket_end = a.bucket_start[bucket + 1];
  bool is_head = a.bucket_start[bucket] < run.from;
  Sum<G> sum;
  sum = is_head ? Point::infinity() : Point::load(buckets + bucket);

  u32 next_value = a.values[run.from];
  for (u32 entry = run.from; entry < run.to; entry++) {
    const u32 value = next_value;
    next_value = a.values[min(entry + 1, run.to - 1)];
    sum.add(static_cast<const Affine<F>*>(a.bases) + (value & ~sign_bit), value & sign_bit);
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

// The sum over a warp of one point a lane, by halves; whole only in lane 0.
template <class F> DEV void warp_sum(Xyzz<F>& sum) {
  for (u32 half = 16; half > 0; half /= 2) {
    const Xyzz<F> other = shuffle_down(0xffffffffu, sum, half);
    if ((threadIdx.x & 31) < half) add_point(sum, other);
  }
}

// The sum over a block of one point a thread: by warps, then over the warps' sums; whole only in thread 0.
template <class F, int threads> DEV void block_sum(Xyzz<F>& sum) {
  using Point = Xyzz<F>;
  SHARED(Point, sums, threads / 32);
  warp_sum(sum);
  __syncthreads();  // of an earlier use of sums
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0)
    for (u32 i = 1; i < threads / 32; i++) add_point(sum, sums[i]);
}

constexpr int fold_threads = 128;

// Adds the heads from..last in steps of `step`.
template <class F> DEV void add_heads(const AccumulateArgs& a, Xyzz<F>& sum, u32 from, u32 last, u32 step) {
  for (u32 t = from; t <= last; t += step) add_point(sum, Xyzz<F>::load(static_cast<const Xyzz<F>*>(a.heads) + t));
}

// Puts the parts of each bucket together: one thread a tail if they are few, otherwise the thread's whole warp. Spans that
// only hot buckets have are listed for fold_long.
template <class G> DEV void fold(const AccumulateArgs& a) {
  using Point = Xyzz<typename G::Coordinate>;
  const u32 thread = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  const Point* tails = static_cast<const Point*>(a.tails);
  Point* buckets = static_cast<Point*>(a.buckets);
  const u32 bucket = thread < a.threads ? a.tail_bucket[thread] : no_bucket;
  const u32 last = bucket == no_bucket ? thread : (a.bucket_start[bucket + 1] - 1) / run_length(a);
  const u32 heads = last - thread;

  if (heads > 0 && heads <= a.longest_walk) {
    Point sum = Point::load(tails + thread);
    add_heads(a, sum, thread + 1, last, 1);
    Point::store(buckets + bucket, sum);
  } else if (heads > a.longest_span) {
    const u32 place = 3 * atomicAdd(a.long_count, 1u);
    a.long_spans[place] = bucket, a.long_spans[place + 1] = thread, a.long_spans[place + 2] = last;
  }
  u32 waiting = __ballot_sync(0xffffffffu, heads > a.longest_walk && heads <= a.longest_span);
  for (; waiting != 0; waiting &= waiting - 1) {
    const u32 owner = __ffs(waiting) - 1;
    const u32 first = thread - lane + owner, end = __shfl_sync(0xffffffffu, last, owner);
    Point sum = lane == 0 ? Point::load(tails + first) : Point::infinity();
    add_heads(a, sum, first + 1 + lane, end, 32);
    warp_sum(sum);
    const u32 target = __shfl_sync(0xffffffffu, bucket, owner);
    if (lane == 0) Point::store(buckets + target, sum);
  }
}

// Blocks share the long spans; a block sums one span's parts in strides, then in a tree.
template <class G> DEV void fold_long(const AccumulateArgs& a) {
  using F = typename G::Coordinate;
  using Point = Xyzz<F>;
  const u32 count = *a.long_count;
  for (u32 i = blockIdx.x; i < count; i += gridDim.x) {
    const u32 bucket = a.long_spans[3 * i], first = a.long_spans[3 * i + 1], last = a.long_spans[3 * i + 2];
    Point sum = threadIdx.x == 0 ? Point::load(static_cast<const Point*>(a.tails) + first) : Point::infinity();
    add_heads(a, sum, first + 1 + threadIdx.x, last, fold_threads);
    block_sum<F, fold_threads>(sum);
    if (threadIdx.x == 0) Point::store(static_cast<Point*>(a.buckets) + bucket, sum);
  }
}

}  // namespace msm
