// Failures on demand, and what is counted.
#include "test.h"

static CUresult alloc_and_free() {
  CUdeviceptr address = 0;
  const CUresult result = cu.cuMemAlloc_v2(&address, 16);
  return result == CUDA_SUCCESS ? cu.cuMemFree_v2(address) : result;
}

static std::vector<CUresult> several(int n) {
  std::vector<CUresult> results;
  for (int i = 0; i < n; i++) results.push_back(alloc_and_free());
  return results;
}

TEST(emulated, "the n-th call of an entry point fails, and no other") {
  Session s;
  SAME(cu.fail("cuMemAlloc_v2:3=2"), 0);
  SAME(several(5),
       (std::vector<CUresult>{CUresult(0), CUresult(0), CUresult(2), CUresult(0), CUresult(0)}));
  SAME(cu.fail(nullptr), 0);
  SAME(several(5), std::vector<CUresult>(5));
}

TEST(emulated, "calls fail from the n-th on, of one entry point or of all together") {
  Session s;
  SAME(cu.fail(" cuMemAlloc_v2:2+=46 , cuMemAlloc_v2:4=2"), 0);
  SAME(several(4), (std::vector<CUresult>{CUresult(0), CUresult(46), CUresult(46), CUresult(46)}));
  SAME(cu.fail("*:3=1"), 0);
  SAME(several(3), (std::vector<CUresult>{CUresult(0), CUresult(1), CUresult(0)}));
  SAME(cu.fail("cuMemFree_v2:2=1,*:5=2"), 0);
  SAME(several(3), (std::vector<CUresult>{CUresult(0), CUresult(1), CUresult(2)}));
  SAME(cu.fail(""), 0);
}

TEST(emulated, "calls of one device fail, counted by themselves") {
  Session s;
  SAME(cu.set("DEVICES", "2"), 0);
  SAME(cu.fail("cuMemAlloc_v2@1:2=2,*@0:5+=46"), 0);
  CUcontext second;
  OK(cu.cuDevicePrimaryCtxRetain(&second, 1));  // of device 0, by the thread's context
  SAME(several(1), std::vector<CUresult>(1));
  OK(cu.cuCtxSetCurrent(second));
  SAME(several(3), (std::vector<CUresult>{CUresult(0), CUresult(2), CUresult(0)}));
  OK(cu.cuCtxSetCurrent(s.context));
  SAME(several(1), std::vector<CUresult>{CUresult(46)});
  for (const char* wrong : {"*@:1=2", "*@x:1=2", "@1:1=2", "cuMemAlloc_v2@1=2", "*@1:0=2"}) {
    SAME(cu.fail(wrong), -1);
  }
  SAME(cu.fail(""), 0);
  OK(cu.cuDevicePrimaryCtxRelease_v2(1));
}

TEST(emulated, "a call that is made to fail does nothing") {
  Session s;
  Buffer<uint32_t> a(1, 5);
  SAME(cu.fail("cuMemsetD32Async:1=1,cuStreamCreateWithPriority:1=2"), 0);
  SAME(cu.cuMemsetD32Async(a.address(), 6, 1, nullptr), CUDA_ERROR_INVALID_VALUE);
  SAME(a.get()[0], 5u);
  CUstream stream = nullptr;
  SAME(cu.cuStreamCreateWithPriority(&stream, 0, 0), CUDA_ERROR_OUT_OF_MEMORY);
  CHECK(stream == nullptr);
}

TEST(emulated, "an error that ends contexts ends the thread's context; others don't") {
  for (int code : {700, 702, 710, 714, 716, 719, 214}) {
    Session s;
    SAME(cu.fail(("cuMemAlloc_v2:2=" + std::to_string(code)).c_str()), 0);
    SAME(several(3), (std::vector<CUresult>{CUresult(0), CUresult(code), CUresult(code)}));
    SAME(int(cu.cuCtxSynchronize()), code);
    s.end();
    OK(cu.cuDevicePrimaryCtxRetain(&s.context, 0));  // a new one works
    OK(cu.cuCtxSetCurrent(s.context));
    OK(alloc_and_free());
    OK(cu.cuDevicePrimaryCtxRelease_v2(0));
  }
  for (int code : {1, 2, 46, 201, 400, 500, 600, 701, 801, 999}) {
    Session s;
    SAME(cu.fail(("cuMemAlloc_v2:2=" + std::to_string(code)).c_str()), 0);
    SAME(several(3), (std::vector<CUresult>{CUresult(0), CUresult(code), CUresult(0)}));
  }
}

TEST(emulated, "cuInit and calls without a context can be made to fail") {
  cu.reset();
  SAME(cu.fail("cuInit:1=999,cuDriverGetVersion:1=3,cuDeviceGetCount:1=719"), 0);
  SAME(cu.cuInit(0), CUDA_ERROR_UNKNOWN);
  OK(cu.cuInit(0));
  int value = 0;
  SAME(cu.cuDriverGetVersion(&value), CUDA_ERROR_NOT_INITIALIZED);
  SAME(cu.cuDeviceGetCount(&value), CUDA_ERROR_LAUNCH_FAILED);
  OK(cu.cuDeviceGetCount(&value));
  cu.reset();
}

TEST(emulated, "what does not parse is refused, and changes nothing") {
  Session s;
  SAME(cu.fail("cuMemAlloc_v2:2=2"), 0);
  for (const char* bad :
       {"cuMemAlloc:1=2", "cuMemAlloc_v2:0=2", "cuMemAlloc_v2:1=0", "cuMemAlloc_v2:x=2",
        "cuMemAlloc_v2:1", "nonsense", "cuMemAlloc_v2:1=2;", ",", "cuMemAlloc_v2:1=2,,*:1=2",
        "cuMemAlloc_v2:-1=2", "cuMemAlloc_v2:1++=2", "cuMemAlloc_v2:1=99999"}) {
    if (cu.fail(bad) != -1) failed(__FILE__, __LINE__, std::string("accepted: ") + bad);
  }
  SAME(several(2), (std::vector<CUresult>{CUresult(0), CUresult(2)}));
}

TEST(emulated, "calls are counted, and live objects of every kind") {
  Session s;
  const uint64_t before = cu.live();
  SAME(cu.fail(""), 0);
  SAME(cu.calls(), 0u);
  CUdeviceptr a = 0, b = 0;
  void* pinned = nullptr;
  CUstream stream;
  CUevent event;
  CUmodule module;
  std::vector<char> host(8192);
  OK(cu.cuMemAlloc_v2(&a, 16));
  OK(cu.cuMemAllocAsync(&b, 16, nullptr));
  OK(cu.cuMemHostAlloc(&pinned, 16, 0));
  OK(cu.cuMemHostRegister_v2(host.data(), host.size(), 0));
  OK(cu.cuStreamCreateWithPriority(&stream, 0, 0));
  OK(cu.cuEventCreate(&event, 0));
  OK(cu.cuModuleLoadData(&module, image.data()));
  SAME(cu.calls(), 7u);
  SAME(cu.live() - before, 7u);
  OK(cu.cuMemFreeAsync(b, stream));
  SAME(cu.live() - before, 6u);
  OK(cu.cuMemFree_v2(a));
  OK(cu.cuMemFreeHost(pinned));
  OK(cu.cuMemHostUnregister(host.data()));
  OK(cu.cuStreamDestroy_v2(stream));
  OK(cu.cuEventDestroy_v2(event));
  OK(cu.cuModuleUnload(module));
  SAME(cu.live(), before);
  SAME(cu.calls(), 14u);
}

TEST(emulated, "objects that went down with their context are counted as leaked") {
  cu.reset();
  OK(cu.cuInit(0));
  CUcontext context;
  OK(cu.cuDevicePrimaryCtxRetain(&context, 0));
  OK(cu.cuCtxSetCurrent(context));
  CUdeviceptr address;
  CUevent event;
  OK(cu.cuMemAlloc_v2(&address, 16));
  OK(cu.cuEventCreate(&event, 0));
  OK(cu.cuDevicePrimaryCtxRelease_v2(0));
  SAME(cu.leaked(), 2u);
  SAME(cu.live(), 0u);
  cu.reset();
  SAME(cu.leaked(), 0u);
}

TEST(emulated, "a release that is made to fail releases nothing, but what it leaves is no leak") {
  Session s;
  const uint64_t before = cu.live();
  CUdeviceptr a = 0;
  void* pinned = nullptr;
  CUstream stream;
  CUevent event;
  CUmodule module;
  std::vector<char> host(8192);
  OK(cu.cuMemAlloc_v2(&a, 4096));
  OK(cu.cuMemHostAlloc(&pinned, 16, 0));
  OK(cu.cuMemHostRegister_v2(host.data(), host.size(), 0));
  OK(cu.cuStreamCreateWithPriority(&stream, 0, 0));
  OK(cu.cuEventCreate(&event, 0));
  OK(cu.cuModuleLoadData(&module, image.data()));
  size_t available, later, total;
  OK(cu.cuMemGetInfo_v2(&available, &total));
  SAME(cu.fail("*:1+=1"), 0);
  SAME(cu.cuMemFree_v2(a), CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuMemFreeHost(pinned), CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuMemHostUnregister(host.data()), CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuStreamDestroy_v2(stream), CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuEventDestroy_v2(event), CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuModuleUnload(module), CUDA_ERROR_INVALID_VALUE);
  SAME(cu.fail(""), 0);
  SAME(cu.live(), before);
  OK(cu.cuMemGetInfo_v2(&later, &total));
  SAME(later, available);  // the memory is still taken
  OK(cu.cuMemFree_v2(a));  // and a second try succeeds
}
