// Accumulation: the entries, in order of their buckets, are cut into runs of equal length, one a thread, whatever the
// buckets' sizes: a bucket that holds half of all entries costs no more than any other half of them.
//
// A thread walks over its run with one sum in registers. A bucket that ends within the run is complete and goes to the
// bucket array, unless an earlier thread began it: then its sum is the run's head. What is open at the run's end is the
// run's tail, or still its head if nothing ended. `fold` puts each bucket that spans several runs together:
//
//   thread        t          t+1         t+2
//   entries   ···|AAAABBBBBB|BBBBBBBBBBB|BBCCCC|···     A, C: complete;  B = tail(t) + head(t+1) + head(t+2)
//
// The sum of a bucket starts from what the bucket holds, so that several chunks of one MSM add up.
#pragma once

#include "partition.cuh"

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

template <class G> DEV Affine<typename G::Coordinate> load_base(const AccumulateArgs& a, u32 value) {
  using F = typename G::Coordinate;
  Affine<F> q = Affine<F>::load(static_cast<const Affine<F>*>(a.bases) + (value & ~sign_bit));
  return q;
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
  Point sum = is_head ? Point::infinity() : Point::load(buckets + bucket);

  u32 value = a.values[run.from];
  Affine<F> base = load_base<G>(a, value);
  for (u32 entry = run.from; entry < run.to; entry++) {
    const u32 next_value = a.values[min(entry + 1, run.to - 1)];
    const Affine<F> next_base = load_base<G>(a, next_value);

    if (!base.is_infinity()) {
      if (value & sign_bit) base.y = F::negate(base.y);
      add_affine(sum, base);
    }
    if (entry + 1 == bucket_end) {
      Point::store(is_head ? static_cast<Point*>(a.heads) + thread : buckets + bucket, sum);
      is_head = false;
      if (entry + 1 < run.to) {
        bucket = next_bucket(a, bucket, entry + 1);
        bucket_end = a.bucket_start[bucket + 1];
        sum = Point::load(buckets + bucket);
      }
    }
    value = next_value;
    base = next_base;
  }
  if (bucket_end > run.to) {
    Point::store(static_cast<Point*>(is_head ? a.heads : a.tails) + thread, sum);
    if (!is_head) a.tail_bucket[thread] = bucket;
  }
}

// One thread a tail: adds the heads that continue it. Long spans, which only hot buckets have, are listed for fold_long.
template <class G> DEV void fold(const AccumulateArgs& a) {
  using Point = Xyzz<typename G::Coordinate>;
  const u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= a.threads) return;
  const u32 bucket = a.tail_bucket[thread];
  if (bucket == no_bucket) return;
  const u32 last = (a.bucket_start[bucket + 1] - 1) / run_length(a);
  if (last - thread > a.longest_walk) {
    const u32 place = 3 * atomicAdd(a.long_count, 1u);
    a.long_spans[place] = bucket, a.long_spans[place + 1] = thread, a.long_spans[place + 2] = last;
    return;
  }
  Point sum = Point::load(static_cast<const Point*>(a.tails) + thread);
  for (u32 t = thread + 1; t <= last; t++) add_point(sum, Point::load(static_cast<const Point*>(a.heads) + t));
  Point::store(static_cast<Point*>(a.buckets) + bucket, sum);
}

// The sum over the block of one point a thread, in a tree through shared memory; whole only in thread 0.
template <class G, int threads> DEV void block_sum(Xyzz<typename G::Coordinate>& sum) {
  using Point = Xyzz<typename G::Coordinate>;
  SHARED(Point, upper, threads / 2);
  for (u32 half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x >= half && threadIdx.x < 2 * half) upper[threadIdx.x - half] = sum;
    __syncthreads();
    if (threadIdx.x < half) add_point(sum, upper[threadIdx.x]);
    __syncthreads();
  }
}

constexpr int fold_threads = 128;

// Blocks share the long spans; a block sums one span's parts in strides, then in a tree.
template <class G> DEV void fold_long(const AccumulateArgs& a) {
  using Point = Xyzz<typename G::Coordinate>;
  const u32 count = *a.long_count;
  for (u32 i = blockIdx.x; i < count; i += gridDim.x) {
    const u32 bucket = a.long_spans[3 * i], first = a.long_spans[3 * i + 1], last = a.long_spans[3 * i + 2];
    Point sum = threadIdx.x == 0 ? Point::load(static_cast<const Point*>(a.tails) + first) : Point::infinity();
    for (u32 t = first + 1 + threadIdx.x; t <= last; t += fold_threads)
      add_point(sum, Point::load(static_cast<const Point*>(a.heads) + t));
    block_sum<G, fold_threads>(sum);
    if (threadIdx.x == 0) Point::store(static_cast<Point*>(a.buckets) + bucket, sum);
  }
}

}  // namespace msm
