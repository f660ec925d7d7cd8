// Blocks: indices, barriers, shared memory, orders, and kernels that fail.
#include <algorithm>
#include <map>
#include <set>

#include "test.h"

TEST(anywhere, "every thread of a three-dimensional grid sees its own indices") {
  Session s;
  const unsigned blocks = 3 * 4 * 2, threads = 5 * 7 * 3;
  Buffer<uint32_t> out(blocks * threads);
  for_seeds([&] {
    OutArgs args{out, 0};
    size_t size = sizeof args;
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_BUFFER_POINTER, &args,
                     CU_LAUNCH_PARAM_END};
    OK(cu.cuLaunchKernel(s.kernel("test_indices"), 3, 4, 2, 5, 7, 3, 0, nullptr, nullptr, extra));
    std::vector<uint32_t> wanted;
    for (unsigned b = 0; b < blocks; b++) {
      for (unsigned t = 0; t < threads; t++) wanted.push_back(b << 16 | t);
    }
    SAME(out.get(), wanted);
  });
}

TEST(anywhere, "a barrier orders writes before reads, for blocks of every shape of size") {
  Session s;
  for_seeds([&] {
    for (unsigned threads : {1, 2, 31, 32, 33, 100, 256, 1000, 1024}) {
      const unsigned blocks = 5;
      const auto in = numbers(blocks * threads);
      Buffer<uint32_t> from(in), to(in.size());
      OK(s.launch("test_reverse", blocks, threads, InOutArgs{to, from, 0, 0}));
      auto wanted = in;
      for (unsigned b = 0; b < blocks; b++)
        std::reverse(&wanted[b * threads], &wanted[b * threads] + threads);
      SAME(to.get(), wanted);
    }
  });
}

TEST(emulated, "a missing barrier shows: the order of threads changes the result") {
  Session s;
  const auto in = numbers(256);
  auto wanted = in;
  std::reverse(wanted.begin(), wanted.end());
  Buffer<uint32_t> from(in), to(256);
  for_seeds([&] {
    OK(s.launch("test_reverse_racing", 1, 256, InOutArgs{to, from, 0, 0}));
    CHECK(to.get() != wanted);
  });
}

TEST(anywhere, "a tree of barriers sums each block") {
  Session s;
  const unsigned blocks = 64;
  for_seeds([&] {
    for (unsigned threads : {1, 16, 64, 256}) {
      const auto in = numbers(blocks * threads);
      Buffer<uint32_t> from(in), to(blocks);
      OK(s.launch("test_sum", blocks, threads, InOutArgs{to, from, 0, 0}));
      std::vector<uint32_t> wanted(blocks);
      for (size_t i = 0; i < in.size(); i++) wanted[i / threads] += in[i];
      SAME(to.get(), wanted);
    }
  });
}

TEST(anywhere, "__syncthreads_count, _or and _and count only threads that have not ended") {
  Session s;
  const unsigned threads = 96;
  for_seeds([&] {
    for (unsigned live : {1, 31, 64, 95, 96}) {
      for (unsigned zeros : {0u, 1u, live}) {
        std::vector<uint32_t> in(threads, 7), wanted(threads, 99);
        std::fill_n(in.begin(), zeros, 0);
        std::fill_n(wanted.begin(), live,
                    (live - zeros) << 2 | unsigned(live > zeros) << 1 | unsigned(zeros == 0));
        Buffer<uint32_t> from(in), to(threads, 99);
        OK(s.launch("test_votes_of_block", 1, threads, InOutArgs{to, from, 0, live}));
        SAME(to.get(), wanted);
      }
    }
  });
}

TEST(emulated,
     "shared memory holds poison at the start of each block, whatever the block before left") {
  Session s;
  Buffer<uint32_t> out(2 * 64 * 20);
  for_seeds([&] {
    OK(s.launch("test_fresh_shared", 20, 1, OutArgs{out, 0}));
    const auto got = out.get();
    SAME(std::vector<uint32_t>(&got[0], &got[40]), std::vector<uint32_t>(40, 0xe5e5e5e5));
  });
}

TEST(emulated,
     "dynamic shared memory lies beside the arrays, as large as the launch asks for, and fresh") {
  Session s;
  const CUfunction function = s.kernel("test_dynamic_shared");
  constexpr unsigned bytes = 100 << 10, blocks = 5;
  Buffer<uint32_t> out(2 * blocks);
  OutArgs args{out, bytes / 4};
  size_t size = sizeof args;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &args, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  const auto launch = [&] {
    return cu.cuLaunchKernel(function, blocks, 1, 1, 1, 1, 1, bytes, nullptr, nullptr, extra);
  };
  SAME(launch(), CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 20),
       CUDA_ERROR_INVALID_VALUE);
  OK(cu.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes));
  OK(cu.cuFuncLoad(function));
  SAME(cu.cuFuncLoad(nullptr), CUDA_ERROR_INVALID_HANDLE);
  OK(launch());
  std::vector<uint32_t> want;
  for (unsigned i = 0; i < blocks; i++) want.insert(want.end(), {0xe5e5e5e5, i});
  SAME(out.get(), want);
}

// What test_order left: the thread that ran first, second, and so on.
static std::vector<uint32_t> order_of_threads(Session& s, unsigned blocks, unsigned threads) {
  Buffer<uint32_t> out(1 + blocks * threads);
  OK(s.launch("test_order", blocks, threads, OutArgs{out, 0}));
  const auto turns = out.get();
  std::vector<uint32_t> order(blocks * threads);
  for (unsigned i = 0; i < order.size(); i++) order.at(turns[1 + i]) = i;
  return order;
}

TEST(emulated, "the seed decides the order of threads and blocks; 0 is ascending") {
  Session s;
  std::map<int, std::vector<uint32_t>> orders;
  for (int seed = 0; seed < 8; seed++) {
    cu.set("SEED", std::to_string(seed).c_str());
    orders[seed] = order_of_threads(s, 7, 64);
    cu.set("SEED", std::to_string(seed).c_str());
    SAME(order_of_threads(s, 7, 64), orders[seed]);
  }
  CHECK(std::is_sorted(orders[0].begin(), orders[0].end()));
  std::set<std::vector<uint32_t>> different, of_blocks, of_threads;
  for (auto& [seed, order] : orders) {
    different.insert(order);
    std::vector<uint32_t> blocks, threads;
    for (uint32_t i : order) {
      if (blocks.empty() || blocks.back() != i / 64) blocks.push_back(i / 64);
      if (i / 64 == 3) threads.push_back(i);
    }
    SAME(blocks.size(), 7u);  // a block runs to its end
    of_blocks.insert(blocks);
    of_threads.insert(threads);
  }
  SAME(different.size(), 8u);
  CHECK(of_blocks.size() >= 6);
  CHECK(of_threads.size() >= 3);
}

TEST(anywhere, "every thread has a stack of at least 48 KiB") {
  Session s;
  Buffer<uint32_t> out(256);
  OK(s.launch("test_stack", 2, 128, OutArgs{out, 12 << 10}));
  const uint32_t n = 12 << 10;
  SAME(out.get(), std::vector<uint32_t>(256, uint32_t(uint64_t(n - 1) * n / 2 * n)));
}

// Runs a kernel that fails, and checks the error, the message, and that a new context works.
template <class Args>
static void check_failure(const char* kernel, unsigned blocks, unsigned threads, Args args,
                          const std::vector<std::string>& message) {
  Session s;
  for_seeds([&] {
    {
      Captured captured;
      Buffer<uint32_t> out(4096);
      args.out = out;
      OK(s.launch(kernel, blocks, threads, args));
      SAME(cu.cuStreamSynchronize(nullptr), CUDA_ERROR_LAUNCH_FAILED);
      SAME(cu.cuCtxSynchronize(), CUDA_ERROR_LAUNCH_FAILED);
      for (auto& part : message) {
        if (!captured.says(part))
          failed(kernel, 0, "the message lacks \"" + part + "\": " + captured.text());
      }
      out.lost = true;
    }
    s.renew();
    const auto in = numbers(512);
    Buffer<uint32_t> from(in), to(2);
    OK(s.launch("test_sum", 2, 256, InOutArgs{to, from, 0, 0}));
    uint32_t sum = 0;
    for (int i = 0; i < 256; i++) sum += in[i];
    SAME(to.get()[0], sum);
  });
}

TEST(emulated,
     "threads that wait for each other in vain end the kernel with 719 and a message, not in a "
     "hang") {
  check_failure(
      "test_deadlock", 3, 64, OutArgs{nullptr, 8},
      {"test_deadlock", "wait for each other in vain", "48 of 64 threads are in __syncthreads",
       "lanes 000000ff are in __syncwarp with mask ffffffff"});
}

TEST(emulated, "barriers of different kinds don't meet") {
  check_failure("test_mixed_barriers", 1, 64, OutArgs{nullptr, 32},
                {"__syncthreads_or", "while others wait in"});
}

TEST(emulated, "different operations of a warp don't meet") {
  check_failure("test_mixed_collectives", 1, 32, OutArgs{nullptr, 0},
                {"lanes 0000ffff are in __syncwarp", "lanes ffff0000 are in __ballot_sync"});
}

TEST(emulated, "lanes with different masks wait in vain, and the message names the masks") {
  check_failure("test_masks_that_differ", 1, 32, OutArgs{nullptr, 0},
                {"mask 00000003", "mask 00000007"});
}

TEST(emulated, "a lane that its own mask leaves out ends the kernel with 719") {
  check_failure("test_left_out_of_mask", 1, 32, OutArgs{nullptr, 0},
                {"lane 0 calls __ballot_sync with mask fffffffe"});
}

TEST(emulated, "__trap ends the kernel with 719, and says where") {
  check_failure("test_trap", 4, 64, OutArgs{nullptr, 70},
                {"block (1,0,0): thread (6,0,0)", "__trap"});
}

TEST(emulated, "more than 48 KiB of shared memory end the kernel") {
  check_failure("test_too_much_shared", 1, 1, OutArgs{nullptr, 0}, {"53248 bytes of 49152"});
}

TEST(own_process, "a kernel that traps is 719 for the call that waits, and for all after it") {
  cu.cuInit(0);
  Session s;
  Buffer<uint32_t> out(256);
  Captured captured;
  OK(s.launch("test_trap", 4, 64, OutArgs{out, 70}));
  SAME(cu.cuStreamSynchronize(nullptr), CUDA_ERROR_LAUNCH_FAILED);
  CUdeviceptr address;
  SAME(cu.cuMemAlloc_v2(&address, 16), CUDA_ERROR_LAUNCH_FAILED);
  out.lost = true;
}
