// The kernels of one group, named PREFIX_…, for use in a curve's translation unit.
#pragma once

#include "accumulate.cuh"
#include "limit.cuh"
#include "pair.cuh"
#include "partition.cuh"
#include "precompute.cuh"
#include "reduce.cuh"
#include "selftest.cuh"

#define MSM_KERNELS(PREFIX, G)                                                                                         \
  KERNEL_BOUNDS(PREFIX##_coarse_count, PartitionArgs, msm::count_threads, 4) { msm::coarse_count<G>(args); }           \
  KERNEL_BOUNDS(PREFIX##_coarse_scan, PartitionArgs, msm::scan_threads, 1) { msm::coarse_scan(args); }                 \
  KERNEL_BOUNDS(PREFIX##_coarse_scatter, PartitionArgs, msm::most_scatter_threads, 1) { msm::coarse_scatter<G>(args); }\
  KERNEL_BOUNDS(PREFIX##_fine_count, PartitionArgs, msm::most_scatter_threads, 1) { msm::fine_count(args); }           \
  KERNEL_BOUNDS(PREFIX##_fine_scan, PartitionArgs, msm::scan_threads, 1) { msm::fine_scan(args); }                     \
  KERNEL_BOUNDS(PREFIX##_fine_scatter, PartitionArgs, msm::most_scatter_threads, 1) { msm::fine_scatter(args); }       \
  KERNEL_BOUNDS(PREFIX##_accumulate, AccumulateArgs, G::accumulate_threads, G::accumulate_blocks) {                    \
    msm::accumulate<G>(args);                                                                                          \
  }                                                                                                                    \
  KERNEL_BOUNDS(PREFIX##_fold, AccumulateArgs, msm::fold_threads, G::quad_blocks) { msm::fold<G>(args); }              \
  KERNEL_BOUNDS(PREFIX##_fold_groups, AccumulateArgs, msm::fold_threads, G::quad_blocks) { msm::fold_groups<G>(args); }\
  KERNEL_BOUNDS(PREFIX##_fold_long, AccumulateArgs, msm::fold_threads, G::quad_blocks) { msm::fold_long<G>(args); }    \
  KERNEL_BOUNDS(PREFIX##_reduce_lines, ReduceArgs, msm::lines_threads, G::quad_blocks) { msm::reduce_lines<G>(args); } \
  KERNEL_BOUNDS(PREFIX##_reduce_bits, ReduceArgs, msm::most_bits_threads, 1) { msm::reduce_bits<G>(args); }            \
  KERNEL_BOUNDS(PREFIX##_precompute, PrecomputeArgs, msm::precompute_threads, 2) { msm::precompute<G>(args); }

// Of groups whose coordinates are long enough.
#define PAIR_KERNELS(PREFIX, G)                                                                                        \
  KERNEL_BOUNDS(PREFIX##_pair_starts, PairArgs, msm::slots_threads, 4) { msm::pair_starts(args); }                     \
  KERNEL_BOUNDS(PREFIX##_pair_slots, PairArgs, msm::slots_threads, 4) { msm::pair_slots(args); }                       \
  KERNEL_BOUNDS(PREFIX##_pair, PairArgs, G::pair_threads, G::pair_blocks) { msm::pair<G>(args); }

#define LIMIT_KERNELS(PREFIX, G)                                                                                       \
  KERNEL_BOUNDS(PREFIX##_products, LimitArgs, limit::threads, 2) { limit::products<typename G::Coordinate>(args); }

#define SELFTEST_KERNELS(PREFIX, G)                                                                                    \
  KERNEL_BOUNDS(PREFIX##_test_coordinate, FieldTestArgs, selftest::threads, 1) {                                       \
    selftest::field<typename G::Coordinate>(args);                                                                     \
  }                                                                                                                    \
  KERNEL_BOUNDS(PREFIX##_test_scalar, FieldTestArgs, selftest::threads, 1) { selftest::scalar<typename G::Scalar>(args); }\
  KERNEL_BOUNDS(PREFIX##_test_group, GroupTestArgs, selftest::threads, 1) { selftest::group<typename G::Coordinate>(args); }
