// Streams and events.
#include "test.h"

struct Stream {
  explicit Stream(unsigned flags = 1) { OK(cu.cuStreamCreateWithPriority(&handle, flags, 0)); }
  ~Stream() { OK(cu.cuStreamDestroy_v2(handle)); }
  Stream(const Stream&) = delete;
  operator CUstream() const { return handle; }
  CUstream handle;
};

struct Event {
  explicit Event(unsigned flags = 2) { OK(cu.cuEventCreate(&handle, flags)); }
  ~Event() { OK(cu.cuEventDestroy_v2(handle)); }
  Event(const Event&) = delete;
  operator CUevent() const { return handle; }
  CUevent handle;
};

// out = in · factor + i, on n = 256 words.
static void scale(Session& s, uint32_t* out, const uint32_t* in, uint32_t factor, CUstream stream) {
  OK(s.launch("test_scale", 2, 128, InOutArgs{out, in, 256, factor}, stream));
}
static std::vector<uint32_t> scaled(std::vector<uint32_t> values, uint32_t factor) {
  for (uint32_t i = 0; i < values.size(); i++) values[i] = values[i] * factor + i;
  return values;
}

TEST(anywhere, "work of one stream runs in the order of its issue") {
  Session s;
  Stream stream;
  const auto in = numbers(256);
  Buffer<uint32_t> a(256), b(256);
  for_seeds([&] {
    a.set(in);
    auto wanted = in;
    for (uint32_t i = 1; i < 20; i++) {
      scale(s, b, a, i, stream);
      OK(cu.cuMemcpyDtoDAsync_v2(a.address(), b.address(), 1024, stream));
      wanted = scaled(wanted, i);
    }
    OK(cu.cuStreamSynchronize(stream));
    SAME(a.get(), wanted);
  });
}

TEST(emulated, "work does not run before the host waits") {
  Session s;
  Stream stream;
  uint32_t* flag = nullptr;
  OK(cu.cuMemHostAlloc(reinterpret_cast<void**>(&flag), 4, 0));
  Buffer<uint32_t> one(1, 1);
  for_seeds([&] {
    *flag = 0;
    OK(cu.cuMemcpyDtoHAsync_v2(flag, one.address(), 4, stream));
    CUdeviceptr other = 0;
    OK(cu.cuMemAlloc_v2(&other, 16));
    SAME(*flag, 0u);
    OK(cu.cuStreamSynchronize(stream));
    SAME(*flag, 1u);
    OK(cu.cuMemFree_v2(other));
  });
  OK(cu.cuMemFreeHost(flag));
}

TEST(emulated, "with EAGER=100 it does") {
  Session s;
  SAME(cu.set("EAGER", "100"), 0);
  Stream stream;
  Buffer<uint32_t> one(1, 1);
  uint32_t* flag = nullptr;
  OK(cu.cuMemHostAlloc(reinterpret_cast<void**>(&flag), 4, 0));
  *flag = 0;
  OK(cu.cuMemcpyDtoHAsync_v2(flag, one.address(), 4, stream));
  SAME(*flag, 1u);
  OK(cu.cuMemFreeHost(flag));
}

TEST(emulated,
     "every way of waiting runs the work: cuStreamSynchronize, cuEventSynchronize, "
     "cuCtxSynchronize, cuMemFree, cuMemFreeHost") {
  Session s;
  Stream stream, other;
  Event event;
  Buffer<uint32_t> out(1);
  for_seeds([&] {
    for (int way = 0; way < 5; way++) {
      uint32_t* flag = nullptr;
      void* spare = nullptr;
      CUdeviceptr memory = 0;
      OK(cu.cuMemHostAlloc(reinterpret_cast<void**>(&flag), 4, 0));
      OK(cu.cuMemHostAlloc(&spare, 4, 0));
      OK(cu.cuMemAlloc_v2(&memory, 4));
      *flag = 0;
      OK(cu.cuMemsetD32Async(out.address(), 7, 1, stream));
      OK(cu.cuMemcpyDtoHAsync_v2(flag, out.address(), 4, stream));
      OK(cu.cuEventRecord(event, stream));
      SAME(*flag, 0u);
      if (way == 0) OK(cu.cuStreamSynchronize(stream));
      if (way == 1) OK(cu.cuEventSynchronize(event));
      if (way == 2) OK(cu.cuCtxSynchronize());
      if (way == 3) OK(cu.cuMemFree_v2(memory));
      if (way == 4) OK(cu.cuMemFreeHost(spare));
      SAME(*flag, 7u);
      if (way != 3) OK(cu.cuMemFree_v2(memory));
      if (way != 4) OK(cu.cuMemFreeHost(spare));
      OK(cu.cuMemFreeHost(flag));
    }
  });
}

// A chain over two streams: a → b in the first, b → c in the second, with or without the event
// between them.
static bool chain_is_right(Session& s, bool wait) {
  Stream first, second;
  Event event;
  const auto in = numbers(256);
  Buffer<uint32_t> a(in), b(256), c(256);
  scale(s, b, a, 3, first);
  OK(cu.cuEventRecord(event, first));
  if (wait) OK(cu.cuStreamWaitEvent(second, event, 0));
  scale(s, c, b, 5, second);
  OK(cu.cuStreamSynchronize(second));
  const bool right = c.get() == scaled(scaled(in, 3), 5);
  OK(cu.cuCtxSynchronize());
  return right;
}

TEST(anywhere, "a stream that waits for an event runs after what the event was recorded behind") {
  Session s;
  for_seeds([&] { CHECK(chain_is_right(s, true)); });
}

TEST(emulated,
     "a missing wait shows: under some seeds the result is wrong, under some it is right") {
  Session s;
  int right = 0, wrong = 0;
  for_seeds([&] { (chain_is_right(s, false) ? right : wrong)++; });
  CHECK(right > 0);
  CHECK(wrong > 2);
}

TEST(anywhere, "a wait is for the recording that was the last when it was issued") {
  Session s;
  Stream first, second;
  Event event;
  Buffer<uint32_t> a(1), b(1);
  for_seeds([&] {
    OK(cu.cuMemsetD32Async(a.address(), 1, 1, first));
    OK(cu.cuEventRecord(event, first));
    OK(cu.cuStreamWaitEvent(second, event, 0));
    OK(cu.cuMemcpyDtoDAsync_v2(b.address(), a.address(), 4, second));
    OK(cu.cuEventRecord(event, second));
    OK(cu.cuStreamWaitEvent(first, event, 0));  // or the next fill could come before the copy
    OK(cu.cuMemsetD32Async(a.address(), 2, 1, first));
    OK(cu.cuStreamSynchronize(first));
    OK(cu.cuStreamSynchronize(second));
    SAME(b.get()[0], 1u);
    SAME(a.get()[0], 2u);
  });
}

TEST(anywhere, "an event that was never recorded has happened") {
  Session s;
  Stream stream;
  Event event;
  OK(cu.cuEventQuery(event));
  OK(cu.cuEventSynchronize(event));
  OK(cu.cuStreamWaitEvent(stream, event, 0));
  OK(cu.cuStreamSynchronize(stream));
}

TEST(emulated, "a query makes one step of progress; asking again and again gets there") {
  Session s;
  Stream stream;
  Event event;
  Buffer<uint32_t> a(1);
  for_seeds([&] {
    for (int i = 0; i < 5; i++) OK(cu.cuMemsetD32Async(a.address(), 1, 1, stream));
    OK(cu.cuEventRecord(event, stream));
    for (int i = 0; i < 5; i++) SAME(cu.cuEventQuery(event), CUDA_ERROR_NOT_READY);
    OK(cu.cuEventQuery(event));
  });
}

TEST(anywhere,
     "a destroyed stream's work runs all the same, and a destroyed event's recording counts") {
  Session s;
  for_seeds([&] {
    const auto in = numbers(256);
    Buffer<uint32_t> a(in), b(256), c(256);
    Stream second;
    {
      Stream first;
      Event event;
      scale(s, b, a, 3, first);
      OK(cu.cuEventRecord(event, first));
      OK(cu.cuStreamWaitEvent(second, event, 0));
    }
    scale(s, c, b, 5, second);
    OK(cu.cuStreamSynchronize(second));
    SAME(c.get(), scaled(scaled(in, 3), 5));
  });
}

// Like the chain above, over the default stream and another one.
static bool chain_over_default_is_right(Session& s, unsigned flags, bool default_first) {
  Stream other(flags);
  const CUstream first = default_first ? nullptr : other.handle,
                 second = default_first ? other.handle : nullptr;
  const auto in = numbers(256);
  Buffer<uint32_t> a(in), b(256), c(256);
  OK(cu.cuCtxSynchronize());
  scale(s, b, a, 3, first);
  scale(s, c, b, 5, second);
  OK(cu.cuCtxSynchronize());
  return c.get() == scaled(scaled(in, 3), 5);
}

TEST(anywhere, "the legacy default stream and the streams that heed it wait for each other") {
  Session s;
  for_seeds([&] {
    CHECK(chain_over_default_is_right(s, 0, true));
    CHECK(chain_over_default_is_right(s, 0, false));
  });
}

TEST(emulated,
     "a non-blocking stream does not wait for the default stream, nor the other way round") {
  Session s;
  int wrong[2] = {};
  for_seeds([&] {
    wrong[0] += !chain_over_default_is_right(s, 1, true);
    wrong[1] += !chain_over_default_is_right(s, 1, false);
  });
  CHECK(wrong[0] > 0);
  CHECK(wrong[1] > 0);
}

TEST(anywhere, "the time between two events with timing") {
  Session s;
  Stream stream;
  Event first(0), last(0), without(2), never(0);
  Buffer<uint32_t> a(1 << 16);
  float milliseconds = -1;
  OK(cu.cuEventRecord(first, stream));
  for (int i = 0; i < 20; i++) OK(cu.cuMemsetD32Async(a.address(), 1, 1 << 16, stream));
  OK(cu.cuEventRecord(last, stream));
  OK(cu.cuEventRecord(without, stream));
  OK(cu.cuStreamSynchronize(stream));
  OK(cu.cuEventElapsedTime(&milliseconds, first, last));
  CHECK(milliseconds > 0 && milliseconds < 1000);
  SAME(cu.cuEventElapsedTime(&milliseconds, first, without), CUDA_ERROR_INVALID_HANDLE);
  SAME(cu.cuEventElapsedTime(&milliseconds, first, never), CUDA_ERROR_INVALID_HANDLE);
  if (!cu.emulated()) return;
  OK(cu.cuEventRecord(last, stream));
  SAME(cu.cuEventElapsedTime(&milliseconds, first, last), CUDA_ERROR_NOT_READY);
  OK(cu.cuStreamSynchronize(stream));
}
