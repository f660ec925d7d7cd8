// The operations on vectors of points of one group, as kernels named PREFIX_….
#pragma once

#include "butterfly.cuh"
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
