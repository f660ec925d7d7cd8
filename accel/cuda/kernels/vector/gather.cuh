// Selected elements of a vector, side by side.
#pragma once

#include "elementwise.cuh"

namespace vector {

// Indices that ascend, as those of a key do, have neighbouring threads read elements that are near
// to each other.
template <class F> DEV void gather(const GatherArgs& a) {
  const u32 i = thread_index();
  if (i >= a.count) return;
  const u32 from = a.indices[i];
  F::store(static_cast<F*>(a.to) + i, from < a.from_count ? load<F>(a.from, from) : F::zero());
}

}  // namespace vector
