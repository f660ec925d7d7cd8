// The operations on vectors over one field, as kernels named PREFIX_….
#pragma once

#include "divide.cuh"
#include "evaluate.cuh"
#include "gather.cuh"
#include "invert.cuh"
#include "product.cuh"
#include "sparse.cuh"

#define VECTOR_KERNELS(PREFIX, F)                                                                \
  KERNEL_BOUNDS(PREFIX##_multiply, ElementwiseArgs, vector::threads, 2) {                        \
    vector::multiply<F>(args);                                                                   \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_add, ElementwiseArgs, vector::threads, 2) { vector::add<F>(args); }     \
  KERNEL_BOUNDS(PREFIX##_subtract, ElementwiseArgs, vector::threads, 2) {                        \
    vector::subtract<F>(args);                                                                   \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_to_montgomery, ElementwiseArgs, vector::threads, 2) {                   \
    vector::to_montgomery<F>(args);                                                              \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_from_montgomery, ElementwiseArgs, vector::threads, 2) {                 \
    vector::from_montgomery<F>(args);                                                            \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_combine, CombineArgs, vector::threads, 2) { vector::combine<F>(args); } \
  KERNEL_BOUNDS(PREFIX##_fill, FillArgs, vector::threads, 2) { vector::fill<F>(args); }          \
  KERNEL_BOUNDS(PREFIX##_scale, ScaleArgs, vector::threads, 2) { vector::scale<F>(args); }       \
  KERNEL_BOUNDS(PREFIX##_reverse, ReverseArgs, vector::threads, 2) { vector::reverse<F>(args); } \
  KERNEL_BOUNDS(PREFIX##_gather, GatherArgs, vector::threads, 2) { vector::gather<F>(args); }    \
  KERNEL_BOUNDS(PREFIX##_sparse_multiply, SparseArgs, vector::threads, 2) {                      \
    vector::sparse_multiply<F>(args);                                                            \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_check_products, CheckProductsArgs, vector::threads, 2) {                \
    vector::check_products<F>(args);                                                             \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_invert, InvertArgs, vector::invert_threads, 2) {                        \
    vector::invert<F>(args);                                                                     \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_product_tiles, ProductArgs, vector::product_threads, 2) {               \
    vector::product_tiles<F>(args);                                                              \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_product_scan, ProductArgs, vector::product_threads, 2) {                \
    vector::product_scan<F>(args);                                                               \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_product_apply, ProductArgs, vector::product_threads, 2) {               \
    vector::product_apply<F>(args);                                                              \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_divide_tiles, DivideArgs, vector::divide_threads,                       \
                vector::divide_blocks<F>) {                                                      \
    vector::divide_tiles<F>(args);                                                               \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_divide_scan, DivideArgs, vector::divide_threads,                        \
                vector::divide_blocks<F>) {                                                      \
    vector::divide_scan<F>(args);                                                                \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_divide_apply, DivideArgs, vector::divide_threads,                       \
                vector::divide_blocks<F>) {                                                      \
    vector::divide_apply<F>(args);                                                               \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_evaluate_parts, EvaluateArgs, vector::evaluate_threads, 2) {            \
    vector::evaluate_parts<F>(args);                                                             \
  }                                                                                              \
  KERNEL_BOUNDS(PREFIX##_evaluate_sum, EvaluateArgs, vector::evaluate_threads, 2) {              \
    vector::evaluate_sum<F>(args);                                                               \
  }
