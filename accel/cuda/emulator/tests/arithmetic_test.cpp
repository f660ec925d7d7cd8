// Integer functions, atomics, vector types and tables.
#include <algorithm>

#include "test.h"

static uint32_t bit(uint64_t value, int i) { return uint32_t(value >> i & 1); }

// Results by the definitions, bit by bit where that is a definition.
static std::vector<uint32_t> integers(uint32_t a, uint32_t b) {
  const uint64_t wide = uint64_t(a) << 32 | b, double_word = uint64_t(b) << 32 | a;
  uint32_t ones = 0, ones_wide = 0, reversed = 0, leading = 32, leading_wide = 64, first = 0,
           first_wide = 0;
  uint64_t reversed_wide = 0;
  for (int i = 0; i < 32; i++) {
    ones += bit(a, i);
    reversed |= bit(a, i) << (31 - i);
    if (bit(a, i)) leading = 31 - i;
    if (bit(a, 31 - i)) first = 32 - i;
  }
  for (int i = 0; i < 64; i++) {
    ones_wide += bit(wide, i);
    reversed_wide |= uint64_t(bit(wide, i)) << (63 - i);
    if (bit(wide, i)) leading_wide = 63 - i;
    if (bit(wide, 63 - i)) first_wide = 64 - i;
  }
  uint32_t left = 0, right = 0;
  for (int i = 0; i < 32; i++) {
    left |= bit(double_word, int(32 + i - b % 32)) << i;
    right |= bit(double_word, int(i + b % 32)) << i;
  }
  const uint64_t high = uint64_t((unsigned __int128)wide * wide >> 64);
  return {ones,
          leading,
          first,
          reversed,
          uint32_t(uint64_t(a) * b >> 32),
          left,
          right,
          ones_wide,
          leading_wide,
          first_wide,
          std::min(a, b) ^ uint32_t(high >> 32),
          uint32_t(std::max(int(a), int(b))) ^ uint32_t(reversed_wide)};
}

TEST(anywhere, "bit counts, reversals, funnel shifts, high products, min and max") {
  Session s;
  std::vector<uint32_t> edges = {0,          1,          2,          31,         32,        33,
                                 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff},
                        in, wanted;
  for (uint32_t value : numbers(20)) edges.push_back(value);
  for (uint32_t a : edges) {
    for (uint32_t b : edges) {
      in.insert(in.end(), {a, b});
      const auto results = integers(a, b);
      wanted.insert(wanted.end(), results.begin(), results.end());
    }
  }
  const unsigned n = unsigned(in.size() / 2);
  Buffer<uint32_t> from(in), to(wanted.size());
  OK(s.launch("test_integers", (n + 127) / 128, 128, InOutArgs{to, from, n, 0}));
  SAME(to.get(), wanted);
}

TEST(anywhere, "atomics on global and shared words, of 32 and 64 bits, lose nothing") {
  Session s;
  const unsigned blocks = 9, threads = 96, n = blocks * threads;
  using u64 = unsigned long long;
  uint32_t words[20] = {};
  words[3] = words[5] = ~0u;
  u64 sum = 0, most = 0, least = ~0ull;
  int most_signed = 0;
  for (uint32_t i = 0; i < n; i++) {
    words[0] += i;
    words[1] -= i;
    words[2] = std::max(words[2], i * 2654435761u);
    words[3] = std::min(words[3], i * 2654435761u);
    words[4] |= 1u << i % 32;
    words[5] &= ~(1u << i % 31);
    words[6] ^= i * 40503u;
    most_signed = std::max(most_signed, int(i * 2654435761u));
    sum += u64(i) << 30;
    most = std::max(most, u64(i) << 33);
    least = std::min(least, u64(~i) << 20);
    words[16 + i % 4]++;
  }
  words[7] = uint32_t(most_signed);
  std::vector<u64> wanted(10), start(10);
  memcpy(wanted.data(), words, sizeof words);
  wanted[4] = sum;
  wanted[5] = most;
  wanted[6] = least;
  wanted[7] = 3 * n;
  start[1] = ~0ull << 32;
  start[2] = ~0ull << 32;
  start[6] = ~0ull;
  Buffer<u64> out(start);
  for_seeds([&] {
    out.set(start);
    OK(s.launch("test_atomics", blocks, threads, WideArgs{out, nullptr, 0, 0}));
    SAME(out.get(), wanted);
  });
}

TEST(anywhere, "atomicExch hands every value on once") {
  Session s;
  std::vector<uint32_t> in(128);
  for (uint32_t i = 0; i < 128; i++) in[i] = i + 1;
  Buffer<uint32_t> from(in), to(129);
  for_seeds([&] {
    to.set(std::vector<uint32_t>(129));
    OK(s.launch("test_exchange", 2, 64, InOutArgs{to, from, 0, 0}));
    auto got = to.get();
    std::sort(got.begin(), got.end());
    std::vector<uint32_t> wanted(129);
    for (uint32_t i = 0; i < 129; i++) wanted[i] = i;
    SAME(got, wanted);
  });
}

TEST(anywhere, "vector types, tables of constants and unrolled loops") {
  Session s;
  const auto in = numbers(4 * 32);
  const uint32_t table[] = {3, 1, 4, 1, 5, 9, 2, 6};
  uint32_t sum = 0;
  for (int i = 0; i < 8; i++) sum += table[i] << i;
  std::vector<uint32_t> wanted;
  for (unsigned i = 0; i < 32; i++) {
    const uint32_t* v = &in[4 * i];
    wanted.insert(wanted.end(), {v[3], v[2], v[0] + v[1], in[0] + sum});
  }
  Buffer<uint32_t> from(in), to(4 * 32);
  OK(s.launch("test_vectors", 1, 32, InOutArgs{to, from, 0, 0}));
  SAME(to.get(), wanted);
}
