// The kernels of one group, named PREFIX_…, for use in a curve's translation unit.
//
// A group G of curve/ is a struct with
//
//   Coordinate, Scalar      the fields of its coordinates and of its scalars
//   accumulate_threads      threads a block of the accumulation,
//   accumulate_blocks       and blocks that must fit a multiprocessor
//   parked_coordinates      coordinates of its sums that lie in shared memory: 0, 2 or 4 (sum.cuh)
//   quad_blocks             blocks of fix-up and reduction that must fit a multiprocessor
//   batch_affine_threads    threads a block of the batch-affine additions,
//   batch_affine_blocks     and blocks that must fit; 0 where products are too cheap for them
#pragma once

#include "accumulate.cuh"
#include "batch_affine.cuh"
#include "limit.cuh"
#include "precompute.cuh"
#include "reduce.cuh"
#include "selftest.cuh"
#include "sort.cuh"

#define MSM_KERNELS(PREFIX, G)                                                                    \
  KERNEL_BOUNDS(PREFIX##_coarse_count, SortArgs, msm::count_threads, 4) {                         \
    msm::coarse_count<G>(args);                                                                   \
  }                                                                                               \
  KERNEL_BOUNDS(PREFIX##_coarse_scan, SortArgs, msm::scan_threads, 1) { msm::coarse_scan(args); } \
  KERNEL_BOUNDS(PREFIX##_coarse_scatter, SortArgs, msm::most_scatter_threads, 1) {                \
    msm::coarse_scatter<G>(args);                                                                 \
  }                                                                                               \
  KERNEL_BOUNDS(PREFIX##_fine_count, SortArgs, msm::most_scatter_threads, 1) {                    \
    msm::fine_count(args);                                                                        \
  }                                                                                               \
  KERNEL_BOUNDS(PREFIX##_fine_scan, SortArgs, msm::scan_threads, 1) { msm::fine_scan(args); }     \
  KERNEL_BOUNDS(PREFIX##_fine_scatter, SortArgs, msm::most_scatter_threads, 1) {                  \
    msm::fine_scatter(args);                                                                      \
  }                                                                                               \
  KERNEL_BOUNDS(PREFIX##_accumulate, AccumulateArgs, G::accumulate_threads,                       \
                G::accumulate_blocks) {                                                           \
    msm::accumulate<G>(args);                                                                     \
  }                                                                                               \
  KERNEL_BOUNDS(PREFIX##_fixup, AccumulateArgs, msm::fixup_threads, G::quad_blocks) {             \
    msm::fixup<G>(args);                                                                          \
  }                                                                                               \
  KERNEL_BOUNDS(PREFIX##_fixup_groups, AccumulateArgs, msm::fixup_threads, G::quad_blocks) {      \
    msm::fixup_groups<G>(args);                                                                   \
  }                                                                                               \
  KERNEL_BOUNDS(PREFIX##_fixup_long, AccumulateArgs, msm::fixup_threads, G::quad_blocks) {        \
    msm::fixup_long<G>(args);                                                                     \
  }                                                                                               \
  KERNEL_BOUNDS(PREFIX##_reduce_lines, ReduceArgs, msm::lines_threads, G::quad_blocks) {          \
    msm::reduce_lines<G>(args);                                                                   \
  }                                                                                               \
  KERNEL_BOUNDS(PREFIX##_reduce_bits, ReduceArgs, msm::most_bits_threads, 1) {                    \
    msm::reduce_bits<G>(args);                                                                    \
  }                                                                                               \
  KERNEL_BOUNDS(PREFIX##_precompute, PrecomputeArgs, msm::precompute_threads, 2) {                \
    msm::precompute<G>(args);                                                                     \
  }

// For groups with expensive products: see batch_affine.cuh.
#define BATCH_AFFINE_KERNELS(PREFIX, G)                                                 \
  KERNEL_BOUNDS(PREFIX##_batch_affine_starts, BatchAffineArgs, msm::pairs_threads, 4) { \
    msm::batch_affine_starts(args);                                                     \
  }                                                                                     \
  KERNEL_BOUNDS(PREFIX##_batch_affine_pairs, BatchAffineArgs, msm::pairs_threads, 4) {  \
    msm::batch_affine_pairs(args);                                                      \
  }                                                                                     \
  KERNEL_BOUNDS(PREFIX##_batch_affine_add, BatchAffineArgs, G::batch_affine_threads,    \
                G::batch_affine_blocks) {                                               \
    msm::batch_affine_add<G>(args);                                                     \
  }

#define LIMIT_KERNELS(PREFIX, G)                                   \
  KERNEL_BOUNDS(PREFIX##_products, LimitArgs, limit::threads, 2) { \
    limit::products<typename G::Coordinate>(args);                 \
  }

#define SELFTEST_KERNELS(PREFIX, G)                                              \
  KERNEL_BOUNDS(PREFIX##_test_coordinate, FieldTestArgs, selftest::threads, 1) { \
    selftest::field<typename G::Coordinate>(args);                               \
  }                                                                              \
  KERNEL_BOUNDS(PREFIX##_test_scalar, FieldTestArgs, selftest::threads, 1) {     \
    selftest::scalar<typename G::Scalar>(args);                                  \
  }                                                                              \
  KERNEL_BOUNDS(PREFIX##_test_group, GroupTestArgs, selftest::threads, 1) {      \
    selftest::group<typename G::Coordinate>(args);                               \
  }
