// Memory: limits, ranges, poison, guards, pinned and registered host memory, stream-ordered
// allocation.
#include <cstdlib>

#include "test.h"

static std::pair<size_t, size_t> memory() {
  size_t available = 0, total = 0;
  OK(cu.cuMemGetInfo_v2(&available, &total));
  return {available, total};
}

static CUresult alloc(size_t bytes, CUdeviceptr* address) {
  return cu.cuMemAlloc_v2(address, bytes);
}

TEST(anywhere, "allocations are aligned to 256 bytes, are distinct, and are given back once") {
  Session s;
  CUdeviceptr a = 0, b = 0;
  OK(alloc(1, &a));
  OK(alloc(1000, &b));
  SAME(a % 256, 0u);
  SAME(b % 256, 0u);
  CHECK(a != b);
  OK(cu.cuMemFree_v2(a));
  OK(cu.cuMemFree_v2(b));
  SAME(alloc(0, &a), CUDA_ERROR_INVALID_VALUE);
  OK(cu.cuMemFree_v2(0));
}

TEST(anywhere, "freeing what is no allocation, twice, or from inside is an error") {
  Session s;
  CUdeviceptr a = 0;
  OK(alloc(1000, &a));
  SAME(cu.cuMemFree_v2(a + 256), CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuMemFree_v2(12345), CUDA_ERROR_INVALID_VALUE);
  OK(cu.cuMemFree_v2(a));
  SAME(cu.cuMemFree_v2(a), CUDA_ERROR_INVALID_VALUE);
  int variable;
  SAME(cu.cuMemFreeHost(&variable), CUDA_ERROR_INVALID_VALUE);
}

TEST(emulated, "the memory limit holds, and cuMemGetInfo counts every allocation") {
  Session s;
  cu.set_memory(1 << 20);
  SAME(memory().first, 1u << 20);
  SAME(memory().second, 1u << 20);
  size_t total = 0;
  OK(cu.cuDeviceTotalMem_v2(&total, 0));
  SAME(total, 1u << 20);
  CUdeviceptr a = 0, b = 0, c = 0;
  OK(alloc(1000 << 10, &a));
  SAME(memory().first, 24u << 10);
  SAME(alloc((24 << 10) + 1, &b), CUDA_ERROR_OUT_OF_MEMORY);
  OK(alloc(24 << 10, &b));
  SAME(memory().first, 0u);
  SAME(alloc(1, &c), CUDA_ERROR_OUT_OF_MEMORY);
  OK(cu.cuMemFree_v2(a));
  SAME(memory().first, 1000u << 10);
  OK(alloc(1, &c));
  SAME(memory().first, (1000u << 10) - 256);
  cu.set_memory(100);
  SAME(memory().first, 0u);
  OK(cu.cuMemFree_v2(b));
  OK(cu.cuMemFree_v2(c));
}

TEST(anywhere, "more memory than there is, is out of memory") {
  Session s;
  CUdeviceptr a = 0;
  SAME(alloc(size_t(1) << 46, &a), CUDA_ERROR_OUT_OF_MEMORY);
  SAME(cu.cuMemAllocAsync(&a, size_t(1) << 46, nullptr), CUDA_ERROR_OUT_OF_MEMORY);
  OK(alloc(16, &a));  // nothing sticks
  OK(cu.cuMemFree_v2(a));
}

TEST(anywhere, "copies and fills do what they say at any offset") {
  Session s;
  const auto in = numbers(1000);
  Buffer<uint32_t> a(in), b(1000, 5);
  OK(cu.cuMemcpyDtoDAsync_v2(b.address() + 400, a.address() + 40, 1200, nullptr));
  OK(cu.cuMemsetD32Async(b.address() + 3600, 0xabcdef01, 100, nullptr));
  std::vector<uint32_t> wanted(1000, 5);
  std::copy_n(&in[10], 300, &wanted[100]);
  std::fill_n(&wanted[900], 100, 0xabcdef01);
  SAME(b.get(), wanted);
  uint8_t bytes[3] = {};
  OK(cu.cuMemcpyDtoHAsync_v2(bytes, b.address() + 3601, 3, nullptr));
  OK(cu.cuStreamSynchronize(nullptr));
  CHECK(bytes[0] == 0xef && bytes[1] == 0xcd && bytes[2] == 0xab);
}

TEST(anywhere, "copies and fills beyond an allocation are refused when they are issued") {
  Session s;
  Buffer<uint32_t> a(100), b(100);
  std::vector<uint32_t> host(200);
  SAME(cu.cuMemcpyHtoDAsync_v2(a.address(), host.data(), 401, nullptr), CUDA_ERROR_INVALID_VALUE);
  if (cu.emulated())
    SAME(cu.cuMemcpyHtoDAsync_v2(a.address() - 4, host.data(), 4, nullptr),
         CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuMemcpyDtoHAsync_v2(host.data(), a.address() + 396, 8, nullptr),
       CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuMemcpyDtoHAsync_v2(host.data(), 0, 8, nullptr), CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuMemcpyDtoDAsync_v2(a.address(), b.address() + 4, 400, nullptr),
       CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuMemsetD32Async(a.address(), 0, 101, nullptr), CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuMemsetD32Async(a.address() + 1, 0, 1, nullptr), CUDA_ERROR_INVALID_VALUE);
  if (cu.emulated())
    SAME(cu.cuMemsetD32Async(a.address(), 0, size_t(1) << 62, nullptr), CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuMemcpyHtoDAsync_v2(a.address(), nullptr, 4, nullptr), CUDA_ERROR_INVALID_VALUE);
  OK(cu.cuMemcpyHtoDAsync_v2(a.address(), nullptr, 0, nullptr));
}

TEST(emulated, "fresh device and pinned memory hold poison") {
  Session s;
  CUdeviceptr a = 0;
  OK(alloc(64, &a));
  std::vector<uint32_t> got(16);
  OK(cu.cuMemcpyDtoHAsync_v2(got.data(), a, 64, nullptr));
  SAME(got, std::vector<uint32_t>(16, 0xd7d7d7d7));
  OK(cu.cuMemFree_v2(a));
  void* pinned = nullptr;
  OK(cu.cuMemHostAlloc(&pinned, 64, 0));
  memcpy(got.data(), pinned, 64);
  SAME(got, std::vector<uint32_t>(16, 0xd7d7d7d7));
  OK(cu.cuMemFreeHost(pinned));
}

TEST(emulated | plain,
     "a kernel that writes beside an allocation is found out by the next wait: 700 from then on") {
  Session s;
  for (uint32_t place : {100u, uint32_t(-1), 150u}) {
    Captured captured;
    Buffer<uint32_t> out(100);
    OK(s.launch("test_write_at", 1, 1,
                OutArgs{out - (place == uint32_t(-1)), place == uint32_t(-1) ? 0 : place}));
    SAME(cu.cuStreamSynchronize(nullptr), CUDA_ERROR_ILLEGAL_ADDRESS);
    SAME(cu.cuMemFree_v2(out.address()), CUDA_ERROR_ILLEGAL_ADDRESS);
    CHECK(captured.says("device memory of 400 bytes was damaged"));
    CHECK(captured.says("after kernel test_write_at"));
    out.lost = true;
    s.renew();
  }
}

TEST(emulated | plain, "a write to freed memory is found out when the memory is used again") {
  Session s;
  CUdeviceptr a = 0, b = 0;
  OK(alloc(400, &a));
  OK(cu.cuMemFree_v2(a));
  OK(s.launch("test_write_at", 1, 1, OutArgs{reinterpret_cast<uint32_t*>(a), 10}));
  OK(cu.cuStreamSynchronize(nullptr));
  Captured captured;
  OK(alloc(40 << 20, &b));
  SAME(cu.cuMemFree_v2(b), CUDA_ERROR_ILLEGAL_ADDRESS);
  CHECK(captured.says("written to after it was freed, at offset 40"));
}

TEST(emulated | plain,
     "the host that writes behind pinned memory is found out when it waits, in whatever way") {
  for (int way = 0; way < 4; way++) {
    Session s;
    void* pinned = nullptr;
    CUevent event;
    OK(cu.cuEventCreate(&event, 2));
    OK(cu.cuEventRecord(event, nullptr));
    OK(cu.cuMemHostAlloc(&pinned, 100, 0));
    static_cast<volatile char*>(pinned)[100] = 1;
    Captured captured;
    if (way == 0) SAME(cu.cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
    if (way == 1) SAME(cu.cuStreamSynchronize(nullptr), CUDA_ERROR_ILLEGAL_ADDRESS);
    if (way == 2) SAME(cu.cuEventSynchronize(event), CUDA_ERROR_ILLEGAL_ADDRESS);
    if (way == 3) SAME(cu.cuMemFreeHost(pinned), CUDA_ERROR_ILLEGAL_ADDRESS);
    CHECK(captured.says("pinned memory of 100 bytes was damaged 0 bytes behind the end"));
  }
}

TEST(sanitized | dies, "AddressSanitizer stops a kernel that writes behind an allocation") {
  Session s;
  Buffer<uint32_t> out(100);
  OK(s.launch("test_write_at", 1, 1, OutArgs{out, 100}));
  cu.cuStreamSynchronize(nullptr);
}

TEST(sanitized | dies, "AddressSanitizer stops a kernel that writes before an allocation") {
  Session s;
  Buffer<uint32_t> out(100);
  OK(s.launch("test_write_at", 1, 1, OutArgs{out - 1, 0}));
  cu.cuStreamSynchronize(nullptr);
}

TEST(sanitized | dies, "AddressSanitizer stops a kernel that writes to freed memory") {
  Session s;
  CUdeviceptr a = 0;
  OK(alloc(400, &a));
  OK(cu.cuMemFree_v2(a));
  OK(s.launch("test_write_at", 1, 1, OutArgs{reinterpret_cast<uint32_t*>(a), 10}));
  cu.cuStreamSynchronize(nullptr);
}

// Host memory and copies.

TEST(anywhere, "pageable memory is taken when a copy to the device is issued") {
  Session s;
  Buffer<uint32_t> a(1000);
  auto host = numbers(1000);
  const auto wanted = host;
  OK(cu.cuMemcpyHtoDAsync_v2(a.address(), host.data(), 4000, nullptr));
  std::fill(host.begin(), host.end(), 0);
  SAME(a.get(), wanted);
}

TEST(anywhere, "pageable memory is filled when a copy from the device returns") {
  Session s;
  const auto wanted = numbers(1000);
  Buffer<uint32_t> a(wanted);
  CUstream stream;
  OK(cu.cuStreamCreateWithPriority(&stream, 1, 0));
  std::vector<uint32_t> host(1000);
  OK(cu.cuMemcpyDtoHAsync_v2(host.data(), a.address(), 4000, stream));
  SAME(host, wanted);
  OK(cu.cuStreamDestroy_v2(stream));
}

TEST(emulated, "pinned memory is read, and written, when the copy runs: using it too early shows") {
  Session s;
  Buffer<uint32_t> a(100);
  uint32_t *in = nullptr, *out = nullptr;
  OK(cu.cuMemHostAlloc(reinterpret_cast<void**>(&in), 400, 0));
  OK(cu.cuMemHostAlloc(reinterpret_cast<void**>(&out), 400, 0));
  std::fill_n(in, 100, 1);
  std::fill_n(out, 100, 3);
  OK(cu.cuMemcpyHtoDAsync_v2(a.address(), in, 400, nullptr));
  OK(cu.cuMemcpyDtoHAsync_v2(out, a.address(), 400, nullptr));
  std::fill_n(in, 100, 2);  // too early
  SAME(out[0], 3u);         // not there yet
  OK(cu.cuStreamSynchronize(nullptr));
  SAME(out[99], 2u);
  OK(cu.cuMemFreeHost(in));
  OK(cu.cuMemFreeHost(out));
}

TEST(anywhere, "memory is registered once and unregistered once, to the byte") {
  Session s;
  char* memory = static_cast<char*>(aligned_alloc(4096, 16 << 10));
  OK(cu.cuMemHostRegister_v2(memory + 100, 5000, 0));
  SAME(cu.cuMemHostRegister_v2(memory + 100, 5000, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  SAME(cu.cuMemHostRegister_v2(memory + 5000, 1000, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  SAME(cu.cuMemHostRegister_v2(memory + 200, 16, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  OK(cu.cuMemHostRegister_v2(memory + 5100, 1000, 0));
  OK(cu.cuMemHostRegister_v2(memory, 100, 0));
  OK(cu.cuMemHostUnregister(memory + 5100));
  SAME(cu.cuMemHostUnregister(memory + 8192), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  SAME(cu.cuMemHostUnregister(memory + 101), CUDA_ERROR_INVALID_VALUE);
  OK(cu.cuMemHostUnregister(memory));
  OK(cu.cuMemHostUnregister(memory + 100));
  SAME(cu.cuMemHostUnregister(memory + 100), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  SAME(cu.cuMemHostRegister_v2(memory, 0, 0), CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuMemHostRegister_v2(memory, 4096, 1 << 10), CUDA_ERROR_INVALID_VALUE);
  void* pinned = nullptr;
  OK(cu.cuMemHostAlloc(&pinned, 100, 0));
  SAME(cu.cuMemHostRegister_v2(pinned, 100, 0), CUDA_ERROR_INVALID_VALUE);
  OK(cu.cuMemFreeHost(pinned));
  free(memory);
}

TEST(anywhere, "nothing is allocated for no bytes, and freeing nothing is no error") {
  Session s;
  CUdeviceptr address = 1;
  void* pinned = &address;
  OK(cu.cuMemAllocAsync(&address, 0, nullptr));
  SAME(address, 0u);
  OK(cu.cuMemHostAlloc(&pinned, 0, 0));
  CHECK(pinned == nullptr);
  OK(cu.cuMemFree_v2(0));
  OK(cu.cuMemFreeAsync(0, nullptr));
  OK(cu.cuMemFreeHost(nullptr));
}

TEST(emulated, "with confidential computing no memory is registered, and pinned memory serves") {
  Session s;
  CHECK(cu.set("CONFIDENTIAL", "2"));
  int supported = 1;
  OK(CUresult(cu.set("CONFIDENTIAL", "1")));
  OK(cu.cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, 0));
  SAME(supported, 0);
  alignas(4096) static char memory[4096];
  SAME(cu.cuMemHostRegister_v2(memory, sizeof memory, 0), CUDA_ERROR_NOT_SUPPORTED);
  void* pinned = nullptr;
  OK(cu.cuMemHostAlloc(&pinned, 100, 1));
  OK(cu.cuMemFreeHost(pinned));
}

TEST(emulated, "copies of less than 64 KiB between host and device are counted") {
  Session s;
  const size_t limit = 64 << 10;
  Buffer<uint8_t> a(limit), b(limit);
  OK(CUresult(cu.corrupt("")));
  std::vector<uint8_t> host(limit);
  for (size_t bytes : {limit, limit - 1}) {
    OK(cu.cuMemcpyHtoDAsync_v2(a.address(), host.data(), bytes, nullptr));
    OK(cu.cuMemcpyDtoHAsync_v2(host.data(), a.address(), bytes, nullptr));
    OK(cu.cuMemcpyDtoDAsync_v2(a.address(), b.address(), bytes, nullptr));
  }
  OK(cu.cuStreamSynchronize(nullptr));
  SAME(cu.runs("copy"), 6u);
  SAME(cu.runs("small"), 2u);
}

TEST(anywhere,
     "registered memory takes part in copies; a range that is registered in part is refused") {
  Session s;
  const auto in = numbers(2048);
  Buffer<uint32_t> a(2048);
  uint32_t* memory = static_cast<uint32_t*>(aligned_alloc(4096, 16 << 10));
  std::copy(in.begin(), in.end(), memory);
  OK(cu.cuMemHostRegister_v2(memory, 8192, 0));
  OK(cu.cuMemcpyHtoDAsync_v2(a.address(), memory, 8192, nullptr));
  SAME(a.get(), in);
  SAME(cu.cuMemcpyHtoDAsync_v2(a.address(), memory + 1024, 8192, nullptr),
       CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuMemcpyDtoHAsync_v2(memory + 1024, a.address(), 8192, nullptr),
       CUDA_ERROR_INVALID_VALUE);
  OK(cu.cuMemHostUnregister(memory));
  OK(cu.cuMemcpyHtoDAsync_v2(a.address(), memory + 1024, 8192, nullptr));
  OK(cu.cuStreamSynchronize(nullptr));
  free(memory);
}

// Stream-ordered allocation.

TEST(anywhere, "stream-ordered memory lives from its allocation to its free in the stream") {
  Session s;
  CUstream stream;
  OK(cu.cuStreamCreateWithPriority(&stream, 1, 0));
  const auto in = numbers(256);
  Buffer<uint32_t> from(in), to(256);
  for_seeds([&] {
    CUdeviceptr middle = 0;
    OK(cu.cuMemAllocAsync(&middle, 1024, stream));
    OK(s.launch("test_scale", 2, 128, InOutArgs{reinterpret_cast<uint32_t*>(middle), from, 256, 3},
                stream));
    OK(s.launch("test_scale", 2, 128, InOutArgs{to, reinterpret_cast<uint32_t*>(middle), 256, 5},
                stream));
    OK(cu.cuMemFreeAsync(middle, stream));
    OK(cu.cuStreamSynchronize(stream));
    auto wanted = in;
    for (uint32_t i = 0; i < 256; i++) wanted[i] = (in[i] * 3 + i) * 5 + i;
    SAME(to.get(), wanted);
  });
  OK(cu.cuStreamDestroy_v2(stream));
}

TEST(emulated,
     "memory that a stream is about to free can't be used or freed again, and comes back when it "
     "is needed") {
  Session s;
  cu.set_memory(1 << 20);
  CUstream stream;
  OK(cu.cuStreamCreateWithPriority(&stream, 0, 0));
  CUdeviceptr a = 0, b = 0;
  OK(cu.cuMemAllocAsync(&a, 700 << 10, stream));
  OK(cu.cuMemFreeAsync(a, stream));
  SAME(cu.cuMemFree_v2(a), CUDA_ERROR_INVALID_VALUE);
  OK(cu.cuMemAllocAsync(&a, 700 << 10, stream));
  OK(cu.cuMemFreeAsync(a, stream));
  SAME(cu.cuMemFreeAsync(a, stream), CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuMemsetD32Async(a, 0, 1, stream), CUDA_ERROR_INVALID_VALUE);
  SAME(memory().first, (1u << 20) - (700u << 10));
  OK(cu.cuMemAllocAsync(&b, 800 << 10, stream));
  OK(cu.cuMemFree_v2(b));
  OK(cu.cuStreamDestroy_v2(stream));
}

TEST(emulated,
     "work that runs after a stream-ordered free of its memory, in another stream, is 700") {
  Session s;
  int failures = 0;
  for_seeds([&] {
    CUstream first, second;
    OK(cu.cuStreamCreateWithPriority(&first, 1, 0));
    OK(cu.cuStreamCreateWithPriority(&second, 1, 0));
    CUdeviceptr a = 0;
    OK(alloc(400, &a));
    OK(cu.cuMemsetD32Async(a, 2, 100, second));
    OK(cu.cuMemFreeAsync(a, first));
    const CUresult result = cu.cuCtxSynchronize();
    CHECK(result == CUDA_SUCCESS || result == CUDA_ERROR_ILLEGAL_ADDRESS);
    failures += result != CUDA_SUCCESS;
    if (result != CUDA_SUCCESS) return s.renew();
    OK(cu.cuStreamDestroy_v2(first));
    OK(cu.cuStreamDestroy_v2(second));
  });
  CHECK(failures > 0 && failures < 12);
}
