// Many threads of the host at once.
#include <atomic>
#include <thread>

#include "test.h"

TEST(anywhere, "threads of the host, each with a stream, work side by side") {
  Session s;
  const CUfunction scale = s.kernel("test_scale");
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < 8; t++) {
    threads.emplace_back([&, t] {
      OK(cu.cuCtxSetCurrent(s.context));
      CUstream stream;
      CUevent event;
      OK(cu.cuStreamCreateWithPriority(&stream, 1, 0));
      OK(cu.cuEventCreate(&event, 2));
      for (uint32_t round = 0; round < 30; round++) {
        const auto in = numbers(256, t * 100 + round);
        Buffer<uint32_t> from(in), to(256);
        InOutArgs args{to, from, 256, t + 1};
        OK(s.launch_bytes(scale, 2, 128, &args, sizeof args, stream));
        OK(cu.cuEventRecord(event, stream));
        if (round % 2) OK(cu.cuEventSynchronize(event));
        else
          while (cu.cuEventQuery(event) == CUDA_ERROR_NOT_READY) {
          }
        auto wanted = in;
        for (uint32_t i = 0; i < 256; i++) wanted[i] = in[i] * (t + 1) + i;
        SAME(to.get(), wanted);
      }
      OK(cu.cuStreamDestroy_v2(stream));
      OK(cu.cuEventDestroy_v2(event));
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST(anywhere, "many threads wait for one event") {
  Session s;
  Buffer<uint32_t> a(1 << 12);
  CUevent event;
  OK(cu.cuEventCreate(&event, 2));
  for (uint32_t i = 0; i < 100; i++) OK(cu.cuMemsetD32Async(a.address(), i, 1 << 12, nullptr));
  OK(cu.cuEventRecord(event, nullptr));
  std::atomic<int> there{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; t++) {
    threads.emplace_back([&] {
      OK(cu.cuCtxSetCurrent(s.context));
      OK(cu.cuEventSynchronize(event));
      OK(cu.cuEventQuery(event));
      there++;
    });
  }
  for (auto& thread : threads) thread.join();
  SAME(there.load(), 16);
  SAME(a.get()[0], 99u);
  OK(cu.cuEventDestroy_v2(event));
}
