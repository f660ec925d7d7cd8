// The operations on vectors of points of one group, as kernels named PREFIX_….
#pragma once

#include "butterfly.cuh"
#include "check.cuh"
#include "fixed_base.cuh"
#include "scale.cuh"

#define POINT_KERNELS(PREFIX, G)                                                                   \
  KERNEL_BOUNDS(PREFIX##_fixed_base, FixedBaseArgs, G::accumulate_threads, G::accumulate_blocks) { \
    points::fixed_base<G>(args);                                                                   \
  }                                                                                                \
  KERNEL_BOUNDS(PREFIX##_scale_points, ScalePointsArgs, points::threads, 2) {                      \
    points::scale<G>(args);                                                                        \
  }                                                                                                \
  KERNEL_BOUNDS(PREFIX##_butterfly, ButterflyArgs, points::threads, 2) {                           \
    points::butterfly<G>(args);                                                                    \
  }

// For all groups, also those that have the other kernels of another one.
#define CHECK_KERNELS(PREFIX, G)                                                    \
  KERNEL_BOUNDS(PREFIX##_check_points, CheckPointsArgs, points::check_threads, 2) { \
    points::check<G>(args);                                                         \
  }                                                                                 \
  KERNEL_BOUNDS(PREFIX##_decompress, DecompressArgs, points::check_threads, 2) {    \
    points::decompress<G>(args);                                                    \
  }
