// Faults on demand that nothing says.
#include "test.h"

static constexpr unsigned n = 256, blocks = 4;

// Runs a kernel whose threads write their own indices over zeros, and returns the words.
static std::vector<unsigned> indices(Session& s) {
  Buffer<unsigned> out(n);
  OK(s.launch("test_indices", blocks, n / blocks, OutArgs{out, n}));
  return out.get();
}

static unsigned differences(const std::vector<unsigned>& a, const std::vector<unsigned>& b) {
  unsigned count = 0;
  for (size_t i = 0; i < a.size(); i++) count += a[i] != b[i];
  return count;
}

TEST(emulated, "the n-th kernel is not run, and no other") {
  Session s;
  const std::vector<unsigned> right = indices(s);
  SAME(cu.corrupt("kernel:2=skip"), 0);
  SAME(indices(s), right);
  SAME(indices(s), std::vector<unsigned>(n));
  SAME(indices(s), right);
  SAME(cu.corrupted(), 1u);
  SAME(cu.runs("kernel"), 3u);
  SAME(cu.runs("test_indices"), 3u);
  SAME(cu.runs("copy"), 6u);
  SAME(cu.runs("cuMemcpyHtoDAsync_v2"), 3u);
  SAME(cu.runs("*"), 9u);
  SAME(cu.corrupt(nullptr), 0);
}

TEST(emulated, "one block of a kernel is not run") {
  Session s;
  const std::vector<unsigned> right = indices(s);
  for (int seed = 0; seed < 8; seed++) {
    SAME(cu.set("SEED", std::to_string(seed).c_str()), 0);
    SAME(cu.corrupt("test_indices:1=block"), 0);
    const std::vector<unsigned> got = indices(s);
    const unsigned wrong = differences(got, right);
    CHECK(wrong == n / blocks || wrong == n / blocks - 1);  // index 0 is 0 in any case
    SAME(cu.corrupted(), 1u);
  }
}

TEST(emulated, "one bit, or all of a word, is not as a kernel or a copy wrote it") {
  Session s;
  const std::vector<unsigned> right = indices(s);
  for (const char* operation : {"kernel", "cuMemcpyDtoHAsync_v2"}) {
    for (int seed = 1; seed < 20; seed++) {
      SAME(cu.set("SEED", std::to_string(seed).c_str()), 0);
      SAME(cu.corrupt((std::string(operation) + ":1=bit").c_str()), 0);
      const std::vector<unsigned> got = indices(s);
      SAME(differences(got, right), 1u);
      for (unsigned i = 0; i < n; i++) CHECK(__builtin_popcount(got[i] ^ right[i]) <= 1);
      SAME(cu.corrupt("kernel:1=stale"), 0);
      const std::vector<unsigned> stale = indices(s);
      SAME(differences(stale, right), 1u);
      for (unsigned i = 0; i < n; i++) CHECK(stale[i] == right[i] || !stale[i]);
    }
  }
}

TEST(emulated, "bits of the memory flip on demand") {
  Session s;
  Buffer<unsigned> a(n, 7), b(n, 7);
  SAME(cu.flip(2, 0), 2u);  // there is no such allocation
  SAME(a.get(), b.get());
  SAME(cu.flip(0, 0), 2u);
  SAME(cu.flip(1, 33 + 32 * n), 2u);
  SAME(differences(a.get(), b.get()), 2u);
  SAME(differences(a.get(), std::vector<unsigned>(n, 7)), 1u);
  SAME(cu.flip(0, 0), 2u);
  SAME(cu.flip(1, 33), 2u);
  SAME(a.get(), std::vector<unsigned>(n, 7));
  SAME(b.get(), std::vector<unsigned>(n, 7));
}

TEST(emulated, "copies and memsets are skipped") {
  Session s;
  Buffer<unsigned> a(n, 7);
  SAME(cu.corrupt("copy:1=skip,memset:1=skip"), 0);
  a.set(std::vector<unsigned>(n, 8));
  OK(cu.cuMemsetD32Async(a.address(), 9, n, nullptr));
  SAME(a.get(), std::vector<unsigned>(n, 7));
  SAME(cu.corrupted(), 2u);
}

TEST(emulated, "faults are drawn at a rate, the same ones for the same seed") {
  Session s;
  const auto drawn = [&] {
    SAME(cu.set("SEED", "5"), 0);
    SAME(cu.corrupt("kernel:1/4=skip"), 0);
    std::vector<int> skipped;
    for (int i = 0; i < 64; i++) skipped.push_back(indices(s) == std::vector<unsigned>(n));
    return skipped;
  };
  const std::vector<int> once = drawn();
  const uint64_t faults = cu.corrupted();
  CHECK(faults > 4 && faults < 32);
  SAME(drawn(), once);
  SAME(cu.corrupt("kernel:3+=skip"), 0);
  for (int i = 0; i < 5; i++) indices(s);
  SAME(cu.corrupted(), 3u);
}

TEST(emulated, "faults that do not parse are refused, and change nothing") {
  Session s;
  SAME(cu.corrupt("kernel:1+=skip"), 0);
  for (const char* bad : {"kernel:0=skip", "kernel:1=break", "kernel=skip", "kernel:1/0=bit", ",",
                          "kernel:x=bit", "kernel:1/2+=bit", "a b:1=bit", "nonsense"}) {
    if (cu.corrupt(bad) != -1) failed(__FILE__, __LINE__, std::string("accepted: ") + bad);
  }
  SAME(indices(s), std::vector<unsigned>(n));
  SAME(cu.corrupt(""), 0);
}

TEST(emulated | plain, "a kernel that touches what is no memory fails with error 700") {
  Captured messages;
  Session s;
  const std::vector<unsigned> right = indices(s);
  Buffer<unsigned> a(16);
  OK(s.launch("test_write_at", 1, 1, OutArgs{a, 0xd7d7d7d7u}));
  SAME(cu.cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
  CHECK(messages.says("kernel test_write_at, block (0,0,0): thread (0,0,0): it touches"));
  a.lost = true;
  s.renew();
  SAME(indices(s), right);
}
