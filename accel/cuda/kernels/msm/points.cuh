// Affine points in memory: one by one, packed or with gaps, or in planes of words.
//
// With gaps, each coordinate begins at a multiple of a power of two. A coordinate of 48 bytes then
// is one access to memory of 64 bytes, and not up to two.
#pragma once

#include "../curve/xyzz.cuh"
#include "args.cuh"

namespace msm {

template <class F> struct Points {
  static constexpr u32 words = sizeof(F) / 16;
  // Coordinates of such a size have no gaps behind them, wherever the points lie one by one.
  static constexpr bool gapless = (words & (words - 1)) == 0;
  uint4* at;
  Places places;

  DEV Points(const void* memory, const Places& places)
      : at(static_cast<uint4*>(const_cast<void*>(memory))), places(places) {}

  DEV uint4* place(u32 coordinate, u32 i) const {
    return at + (u64)i * places.point + coordinate * places.y;
  }

  DEV F load(u32 coordinate, u32 i) const {
    const uint4* from = place(coordinate, i);
    F value;
    u32* to = reinterpret_cast<u32*>(&value);
    UNROLL
    for (u32 k = 0; k < words; k++) {
      const uint4 word = from[(u64)k * places.word];
      to[4 * k] = word.x, to[4 * k + 1] = word.y, to[4 * k + 2] = word.z, to[4 * k + 3] = word.w;
    }
    return value;
  }
  DEV void store(u32 coordinate, u32 i, const F& value) const {
    uint4* const to = place(coordinate, i);
    const u32* from = reinterpret_cast<const u32*>(&value);
    UNROLL
    for (u32 k = 0; k < words; k++)
      to[(u64)k * places.word] =
          make_uint4(from[4 * k], from[4 * k + 1], from[4 * k + 2], from[4 * k + 3]);
  }

  // The coordinates of point i, where neighbouring points and words lie one by one.
  DEV const F* x(u32 i) const {
    return reinterpret_cast<const F*>(at + (u64)i * (gapless ? 2 * words : places.point));
  }
  DEV const F* behind(const F* x) const {
    return gapless ? x + 1
                   : reinterpret_cast<const F*>(reinterpret_cast<const uint4*>(x) + places.y);
  }
};

}  // namespace msm
