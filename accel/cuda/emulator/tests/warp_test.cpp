// Warps: shuffles, votes, matches, with all lanes and with some.
#include "test.h"

TEST(anywhere, "shuffles read the lane that CUDA says, in sections of every width") {
  Session s;
  const unsigned threads = 96;
  const auto in = numbers(threads);
  Buffer<uint32_t> from(in), to(4 * threads);
  for_seeds([&] {
    for (unsigned width : {2, 4, 8, 16, 32}) {
      for (unsigned by : {0, 1, 3, 5, 8, 15, 16, 31}) {
        OK(s.launch("test_shuffles", 1, threads, InOutArgs{to, from, width, by}));
        std::vector<uint32_t> wanted;
        for (unsigned i = 0; i < threads; i++) {
          const unsigned first = i / width * width, end = first + width, warp = i / 32 * 32;
          const unsigned other = warp + ((i - warp) ^ by);
          wanted.push_back(in[first + by % width]);
          wanted.push_back(in[i >= first + by ? i - by : i]);
          wanted.push_back(in[i + by < end ? i + by : i]);
          wanted.push_back(in[other < end ? other : i]);
        }
        SAME(to.get(), wanted);
      }
    }
  });
}

TEST(anywhere, "shuffles carry 64-bit words and floats") {
  Session s;
  std::vector<unsigned long long> in, wanted;
  for (unsigned i = 0; i < 64; i++) in.push_back(0x123456789abcdefull * (i + 1));
  for (unsigned i = 0; i < 64; i++) wanted.push_back(in[i % 32 + 3 < 32 ? i + 3 : i] + (i ^ 1));
  Buffer<unsigned long long> from(in), to(64);
  for_seeds([&] {
    OK(s.launch("test_wide_shuffles", 1, 64, WideArgs{to, from, 0, 0}));
    SAME(to.get(), wanted);
  });
}

TEST(anywhere, "shuffle_down carries whole structs") {
  Session s;
  const auto in = numbers(96);
  Buffer<uint32_t> from(in), to(3 * 96);
  for_seeds([&] {
    for (uint32_t by : {0, 1, 16, 31}) {
      OK(s.launch("test_shuffled_structs", 1, 96, InOutArgs{to, from, 0, by}));
      std::vector<uint32_t> wanted;
      for (uint32_t i = 0; i < 96; i++) {
        const uint32_t source = i % 32 + by < 32 ? i + by : i;
        wanted.insert(wanted.end(), {in[source], source, ~in[source]});
      }
      SAME(to.get(), wanted);
    }
  });
}

// The mask of the lanes in i's warp for which the predicate holds.
template <class Predicate>
static uint32_t lanes(const std::vector<uint32_t>& in, size_t i, Predicate predicate) {
  uint32_t mask = 0;
  for (size_t lane = 0; lane < 32; lane++)
    mask |= uint32_t(predicate(in[i / 32 * 32 + lane])) << lane;
  return mask;
}

TEST(anywhere, "ballots, any, all and match_any agree with their definitions") {
  Session s;
  const unsigned threads = 256;
  for_seeds([&] {
    for (uint32_t values : {1, 2, 7, 1000}) {
      auto in = numbers(threads, values);
      for (auto& value : in) value %= values;
      Buffer<uint32_t> from(in), to(4 * threads);
      for (uint32_t sought : {0, 5}) {
        OK(s.launch("test_votes_of_warp", 2, threads / 2, InOutArgs{to, from, 0, sought}));
        std::vector<uint32_t> wanted;
        for (unsigned i = 0; i < threads; i++) {
          const uint32_t found = lanes(in, i, [&](uint32_t v) { return v == sought; });
          wanted.push_back(lanes(in, i, [](uint32_t v) { return v & 1; }));
          wanted.push_back(found != 0);
          wanted.push_back(found == 0);
          wanted.push_back(lanes(in, i, [&](uint32_t v) { return v == in[i]; }));
        }
        SAME(to.get(), wanted);
      }
    }
  });
}

TEST(anywhere, "match_any compares all of 64 bits") {
  Session s;
  std::vector<unsigned long long> in, wanted;
  for (unsigned i = 0; i < 32; i++) in.push_back(0x100000000ull * (i % 4) + i % 2);
  for (unsigned i = 0; i < 32; i++) wanted.push_back(0x11111111ull << i % 4);
  Buffer<unsigned long long> from(in), to(32);
  for_seeds([&] {
    OK(s.launch("test_wide_match", 1, 32, WideArgs{to, from, 0, 0}));
    SAME(to.get(), wanted);
  });
}

TEST(anywhere, "halves of a warp go separate ways with masks of their own, and meet again") {
  Session s;
  const unsigned threads = 128;
  const auto in = numbers(threads);
  Buffer<uint32_t> from(in), to(threads);
  std::vector<uint32_t> wanted;
  for (unsigned i = 0; i < threads; i++) {
    uint32_t sum = 0, odd = 0;
    for (unsigned lane = 0; lane < 16; lane++) sum += in[i / 32 * 32 + lane];
    for (unsigned lane = 16; lane < 32; lane++) odd += in[i / 32 * 32 + lane] & 1;
    wanted.push_back(sum + odd);
  }
  for_seeds([&] {
    OK(s.launch("test_halves", 1, threads, InOutArgs{to, from, 0, 0}));
    SAME(to.get(), wanted);
  });
}

TEST(anywhere,
     "lanes that have ended are not waited for, nor are lanes that a block does not have") {
  Session s;
  for_seeds([&] {
    Buffer<uint32_t> out(64);
    OK(s.launch("test_ending_lanes", 1, 64, OutArgs{out, 0}));
    std::vector<uint32_t> wanted;
    for (unsigned i = 0; i < 64; i++) wanted.push_back(i % 32 + 1);
    SAME(out.get(), wanted);

    out.set(std::vector<uint32_t>(64));
    OK(s.launch("test_ended_lanes", 1, 64, OutArgs{out, 12}));
    for (unsigned i = 0; i < 64; i++) wanted[i] = i % 32 < 12 ? 0xfff : 0;
    SAME(out.get(), wanted);

    // 48 threads: the second warp has 16 lanes, and a ballot of all 32 gives those.
    std::vector<uint32_t> in(48, 1);
    Buffer<uint32_t> from(in), to(4 * 48);
    OK(s.launch("test_votes_of_warp", 1, 48, InOutArgs{to, from, 0, 1}));
    const auto got = to.get();
    SAME(got[4 * 31], 0xffffffffu);
    SAME(got[4 * 32], 0x0000ffffu);
    SAME(got[4 * 47 + 1], 1u);
    SAME(got[4 * 47 + 3], 0x0000ffffu);
  });
}

TEST(anywhere, "sums over warps and then over blocks") {
  Session s;
  const unsigned blocks = 40, threads = 1024;
  const auto in = numbers(blocks * threads);
  Buffer<uint32_t> from(in), to(blocks);
  std::vector<uint32_t> wanted(blocks);
  for (size_t i = 0; i < in.size(); i++) wanted[i / threads] += in[i];
  for_seeds([&] {
    OK(s.launch("test_warp_sums", blocks, threads, InOutArgs{to, from, 0, 0}));
    SAME(to.get(), wanted);
  });
}

TEST(emulated, "a shuffle from a lane that takes no part gives poison") {
  Session s;
  Buffer<uint32_t> out(16);
  for_seeds([&] {
    OK(s.launch("test_shuffle_from_outside", 1, 32, OutArgs{out, 0}));
    SAME(out.get(), std::vector<uint32_t>(16, 0xf1f1f1f1));
  });
}
