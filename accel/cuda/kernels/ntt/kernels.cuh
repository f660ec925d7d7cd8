// The transforms over one field, as kernels named PREFIX_….
#pragma once

#include "transform.cuh"

#define NTT_KERNELS(PREFIX, F)                                                                   \
  KERNEL_BOUNDS(PREFIX##_ntt_frequency, TransformArgs, ntt::threads, F::N > 8 ? 2 : 3) {         \
    ntt::pass<F, true>(args);                                                                    \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_ntt_time, TransformArgs, ntt::threads, F::N > 8 ? 2 : 3) {              \
    ntt::pass<F, false>(args);                                                                   \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_power_table, TableArgs, ntt::power_threads, 2) { ntt::table<F>(args); } \
  KERNEL_BOUNDS(PREFIX##_power_reversed, ReversedArgs, ntt::power_threads, 2) {                  \
    ntt::reversed<F>(args);                                                                      \
  }
