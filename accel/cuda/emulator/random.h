// Pseudo-random numbers that decide in which order things happen.
#pragma once

#include <cstdint>

namespace emulator {

// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }

  // A number below n, n > 0 and at most 2^32. Slightly uneven, which does not matter here.
  uint32_t below(uint64_t n) { return uint32_t((next() >> 32) * n >> 32); }

 private:
  uint64_t state_;
};

}  // namespace emulator
