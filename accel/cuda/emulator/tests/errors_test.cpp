// Results: of calls out of order, of handles that are none, of launches that cannot be, and after a
// failure.
#include <array>
#include <functional>
#include <map>
#include <thread>

#include "test.h"

TEST(own_process, "before cuInit everything is 3, but the version and the names of errors") {
  int number = 0;
  SAME(cu.cuDeviceGetCount(&number), CUDA_ERROR_NOT_INITIALIZED);
  CUdevice device;
  SAME(cu.cuDeviceGet(&device, 0), CUDA_ERROR_NOT_INITIALIZED);
  CUdeviceptr address;
  SAME(cu.cuMemAlloc_v2(&address, 16), CUDA_ERROR_NOT_INITIALIZED);
  OK(cu.cuDriverGetVersion(&number));
  CHECK(number >= 11000);
  const char* text = nullptr;
  OK(cu.cuGetErrorName(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
  SAME(std::string(text), "CUDA_ERROR_ILLEGAL_ADDRESS");
  SAME(cu.cuInit(1), CUDA_ERROR_INVALID_VALUE);
  OK(cu.cuInit(0));
  OK(cu.cuDeviceGetCount(&number));
  CHECK(number >= 1);
}

TEST(anywhere, "names and descriptions of results; unknown numbers are refused") {
  Session s;
  const std::map<int, std::string> names = {{0, "CUDA_SUCCESS"},
                                            {1, "CUDA_ERROR_INVALID_VALUE"},
                                            {2, "CUDA_ERROR_OUT_OF_MEMORY"},
                                            {3, "CUDA_ERROR_NOT_INITIALIZED"},
                                            {46, "CUDA_ERROR_DEVICE_UNAVAILABLE"},
                                            {100, "CUDA_ERROR_NO_DEVICE"},
                                            {101, "CUDA_ERROR_INVALID_DEVICE"},
                                            {200, "CUDA_ERROR_INVALID_IMAGE"},
                                            {201, "CUDA_ERROR_INVALID_CONTEXT"},
                                            {209, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
                                            {214, "CUDA_ERROR_ECC_UNCORRECTABLE"},
                                            {218, "CUDA_ERROR_INVALID_PTX"},
                                            {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"},
                                            {400, "CUDA_ERROR_INVALID_HANDLE"},
                                            {500, "CUDA_ERROR_NOT_FOUND"},
                                            {600, "CUDA_ERROR_NOT_READY"},
                                            {700, "CUDA_ERROR_ILLEGAL_ADDRESS"},
                                            {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
                                            {702, "CUDA_ERROR_LAUNCH_TIMEOUT"},
                                            {708, "CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE"},
                                            {709, "CUDA_ERROR_CONTEXT_IS_DESTROYED"},
                                            {710, "CUDA_ERROR_ASSERT"},
                                            {712, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED"},
                                            {713, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED"},
                                            {716, "CUDA_ERROR_MISALIGNED_ADDRESS"},
                                            {719, "CUDA_ERROR_LAUNCH_FAILED"},
                                            {800, "CUDA_ERROR_NOT_PERMITTED"},
                                            {801, "CUDA_ERROR_NOT_SUPPORTED"},
                                            {999, "CUDA_ERROR_UNKNOWN"}};
  const char* text = nullptr;
  for (auto& [code, name] : names) {
    OK(cu.cuGetErrorName(CUresult(code), &text));
    SAME(std::string(text), name);
    OK(cu.cuGetErrorString(CUresult(code), &text));
    CHECK(strlen(text) > 5);
  }
  SAME(cu.cuGetErrorName(CUresult(12345), &text), CUDA_ERROR_INVALID_VALUE);
  CHECK(text == nullptr);
}

TEST(anywhere, "devices: their number, their properties, and those that are not there") {
  Session s;
  int count = 0, value = 0;
  OK(cu.cuDeviceGetCount(&count));
  CUdevice device;
  SAME(cu.cuDeviceGet(&device, count), CUDA_ERROR_INVALID_DEVICE);
  SAME(cu.cuDeviceGet(&device, -1), CUDA_ERROR_INVALID_DEVICE);
  OK(cu.cuDeviceGet(&device, 0));
  char name[64] = {}, short_name[5] = {};
  OK(cu.cuDeviceGetName(name, sizeof name, device));
  OK(cu.cuDeviceGetName(short_name, sizeof short_name, device));
  SAME(std::string(short_name), std::string(name).substr(0, 4));
  OK(cu.cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
  SAME(value, 32);
  OK(cu.cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device));
  SAME(value, 1024);
  OK(cu.cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, device));
  SAME(value, 49152);
  OK(cu.cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, device));
  SAME(value, 0x7fffffff);
  SAME(cu.cuDeviceGetAttribute(&value, CUdevice_attribute(100000), device),
       CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, count),
       CUDA_ERROR_INVALID_DEVICE);
  CUuuid uuid = {};
  OK(cu.cuDeviceGetUuid(&uuid, device));
}

TEST(emulated, "settings change the machine") {
  Session s;
  int value = 0;
  for (auto [name, setting] :
       {std::pair("CC", "7.5"), {"SMS", "132"}, {"DRIVER_VERSION", "11040"}, {"DEVICES", "3"}}) {
    SAME(cu.set(name, setting), 0);
  }
  OK(cu.cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 2));
  SAME(value, 7);
  OK(cu.cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 2));
  SAME(value, 5);
  OK(cu.cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
  SAME(value, 132);
  OK(cu.cuDriverGetVersion(&value));
  SAME(value, 11040);
  OK(cu.cuDeviceGetCount(&value));
  SAME(value, 3);
  for (auto [name, setting] : {std::pair("CC", "9"),
                               {"CC", "9.0x"},
                               {"SMS", "-1"},
                               {"MEMORY", "1G"},
                               {"MEMORY", ""},
                               {"MEMORY", "1,,2"},
                               {"SMS", "1,x"},
                               {"EAGER", "101"},
                               {"NO", "1"}}) {
    SAME(cu.set(name, setting), -1);
  }
}

TEST(emulated, "devices differ in memory and multiprocessors") {
  Session s;
  SAME(cu.set("DEVICES", "3"), 0);
  SAME(cu.set("MEMORY", "4194304,1048576"), 0);
  SAME(cu.set("SMS", "8,4,2"), 0);
  const size_t bytes[] = {4u << 20, 1u << 20, 1u << 20};
  const int multiprocessors[] = {8, 4, 2};
  for (int device = 0; device < 3; device++) {
    size_t total = 0;
    int value = 0;
    OK(cu.cuDeviceTotalMem_v2(&total, device));
    SAME(total, bytes[device]);
    OK(cu.cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
    SAME(value, multiprocessors[device]);
  }
}

TEST(emulated, "without devices cuInit is 100") {
  cu.reset();
  cu.set("DEVICES", "0");
  SAME(cu.cuInit(0), CUDA_ERROR_NO_DEVICE);
  int count;
  SAME(cu.cuDeviceGetCount(&count), CUDA_ERROR_NOT_INITIALIZED);
  cu.reset();
}

TEST(anywhere, "the current context belongs to the thread") {
  Session s;
  CUdeviceptr address = 0;
  std::thread([&] {
    CUdeviceptr other = 0;
    SAME(cu.cuMemAlloc_v2(&other, 16), CUDA_ERROR_INVALID_CONTEXT);
    SAME(cu.cuCtxSynchronize(), CUDA_ERROR_INVALID_CONTEXT);
    CUstream stream;
    SAME(cu.cuStreamCreateWithPriority(&stream, 0, 0), CUDA_ERROR_INVALID_CONTEXT);
    OK(cu.cuCtxSetCurrent(s.context));
    OK(cu.cuMemAlloc_v2(&address, 16));
    OK(cu.cuCtxSetCurrent(nullptr));
    SAME(cu.cuMemAlloc_v2(&other, 16), CUDA_ERROR_INVALID_CONTEXT);
  }).join();
  OK(cu.cuMemFree_v2(address));
}

TEST(own_process, "a primary context is destroyed by its last release, and can be retained again") {
  OK(cu.cuInit(0));
  SAME(cu.cuDevicePrimaryCtxRelease_v2(0), CUDA_ERROR_INVALID_CONTEXT);
  CUcontext first = nullptr, second = nullptr, third = nullptr;
  OK(cu.cuDevicePrimaryCtxRetain(&first, 0));
  OK(cu.cuDevicePrimaryCtxRetain(&second, 0));
  CHECK(first == second);
  OK(cu.cuDevicePrimaryCtxSetFlags_v2(0, 4));
  SAME(cu.cuDevicePrimaryCtxSetFlags_v2(0, 3), CUDA_ERROR_INVALID_VALUE);
  OK(cu.cuCtxSetCurrent(first));
  CUdeviceptr address = 0;
  OK(cu.cuMemAlloc_v2(&address, 16));
  OK(cu.cuDevicePrimaryCtxRelease_v2(0));
  OK(cu.cuMemFree_v2(address));
  OK(cu.cuMemAlloc_v2(&address, 16));
  OK(cu.cuDevicePrimaryCtxRelease_v2(0));
  SAME(cu.cuMemAlloc_v2(&address, 16), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  OK(cu.cuCtxSetCurrent(first));
  SAME(cu.cuCtxSynchronize(), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  SAME(cu.cuDevicePrimaryCtxRelease_v2(0), CUDA_ERROR_INVALID_CONTEXT);
  if (cu.emulated()) SAME(cu.leaked(), 1u);
  OK(cu.cuDevicePrimaryCtxRetain(&third, 0));
  CHECK(third == first);
  OK(cu.cuMemAlloc_v2(&address, 16));
  OK(cu.cuMemFree_v2(address));
  OK(cu.cuDevicePrimaryCtxRelease_v2(0));
}

TEST(emulated, "devices have contexts and memories of their own; handles don't cross") {
  Session s;
  cu.set("DEVICES", "2");
  cu.set_memory(1 << 20);
  CUcontext other = nullptr;
  OK(cu.cuDevicePrimaryCtxRetain(&other, 1));
  CHECK(other != s.context);
  CUdeviceptr here = 0, there = 0;
  OK(cu.cuMemAlloc_v2(&here, 1 << 20));
  CUstream stream;
  CUevent event;
  OK(cu.cuStreamCreateWithPriority(&stream, 0, 0));
  OK(cu.cuEventCreate(&event, 0));
  OK(cu.cuEventRecord(event, stream));
  OK(cu.cuCtxSetCurrent(other));
  OK(cu.cuMemAlloc_v2(&there, 1 << 20));
  SAME(cu.cuMemFree_v2(here), CUDA_ERROR_INVALID_VALUE);
  SAME(cu.cuStreamSynchronize(stream), CUDA_ERROR_INVALID_HANDLE);
  SAME(cu.cuEventRecord(event, nullptr), CUDA_ERROR_INVALID_HANDLE);
  OK(cu.cuStreamWaitEvent(nullptr, event, 0));  // the one thing that crosses
  OK(cu.cuMemsetD32Async(there, 0, 4, nullptr));
  OK(cu.cuStreamSynchronize(nullptr));
  OK(cu.cuMemFree_v2(there));
  OK(cu.cuCtxSetCurrent(s.context));
  OK(cu.cuEventQuery(event));
  OK(cu.cuMemFree_v2(here));
  OK(cu.cuStreamDestroy_v2(stream));
  OK(cu.cuEventDestroy_v2(event));
  OK(cu.cuDevicePrimaryCtxRelease_v2(1));
}

TEST(emulated, "handles that are destroyed, never were, or are of another kind are 400") {
  Session s;
  CUstream stream;
  CUevent event;
  OK(cu.cuStreamCreateWithPriority(&stream, 0, 0));
  OK(cu.cuEventCreate(&event, 0));
  const CUstream event_as_stream = reinterpret_cast<CUstream>(event);
  SAME(cu.cuStreamSynchronize(event_as_stream), CUDA_ERROR_INVALID_HANDLE);
  CUmodule module;
  OK(cu.cuModuleLoadData(&module, image.data()));
  CUfunction function;
  OK(cu.cuModuleGetFunction(&function, module, "test_order"));
  OK(cu.cuModuleUnload(module));
  OK(cu.cuStreamDestroy_v2(stream));
  OK(cu.cuEventDestroy_v2(event));
  for (CUstream dead : {stream, reinterpret_cast<CUstream>(0x1234)}) {
    SAME(cu.cuStreamDestroy_v2(dead), CUDA_ERROR_INVALID_HANDLE);
    SAME(cu.cuStreamSynchronize(dead), CUDA_ERROR_INVALID_HANDLE);
    SAME(cu.cuMemsetD32Async(0, 0, 1, dead), CUDA_ERROR_INVALID_HANDLE);
  }
  for (CUevent dead : {event, CUevent(nullptr)}) {
    float milliseconds;
    SAME(cu.cuEventDestroy_v2(dead), CUDA_ERROR_INVALID_HANDLE);
    SAME(cu.cuEventRecord(dead, nullptr), CUDA_ERROR_INVALID_HANDLE);
    SAME(cu.cuEventQuery(dead), CUDA_ERROR_INVALID_HANDLE);
    SAME(cu.cuEventSynchronize(dead), CUDA_ERROR_INVALID_HANDLE);
    SAME(cu.cuEventElapsedTime(&milliseconds, dead, dead), CUDA_ERROR_INVALID_HANDLE);
    SAME(cu.cuStreamWaitEvent(nullptr, dead, 0), CUDA_ERROR_INVALID_HANDLE);
  }
  SAME(cu.cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
  SAME(cu.cuModuleGetFunction(&function, module, "test_order"), CUDA_ERROR_INVALID_HANDLE);
  SAME(s.launch_bytes(function, 1, 1, &module, sizeof module, nullptr), CUDA_ERROR_INVALID_HANDLE);
}

TEST(anywhere, "images that are none, and kernels that are not in one") {
  Session s;
  CUmodule module = nullptr;
  const char nonsense[64] = "no image";
  SAME(cu.cuModuleLoadData(&module, nonsense), CUDA_ERROR_INVALID_IMAGE);
  SAME(cu.cuModuleLoadData(&module, nullptr), CUDA_ERROR_INVALID_VALUE);
  OK(cu.cuModuleLoadData(&module, image.data()));
  CUfunction function = nullptr;
  SAME(cu.cuModuleGetFunction(&function, module, "no_such_kernel"), CUDA_ERROR_NOT_FOUND);
  OK(cu.cuModuleUnload(module));
  const char ptx[] = "//\n// A comment\n\n.version 6.3\n.target sm_75\n.address_size 64\n";
  OK(cu.cuModuleLoadData(&module, ptx));
  OK(cu.cuModuleUnload(module));
}

TEST(anywhere, "launches that cannot be are refused when they are issued") {
  Session s;
  Buffer<uint32_t> out(4096);
  OutArgs args{out, 0};
  size_t size = sizeof args, small = size - 8, large = sizeof(InOutArgs);
  void* const begin = CU_LAUNCH_PARAM_BUFFER_POINTER;
  void* const size_is = CU_LAUNCH_PARAM_BUFFER_SIZE;
  void* good[] = {begin, &args, size_is, &size, CU_LAUNCH_PARAM_END};
  const auto launch = [&](std::array<unsigned, 3> grid, std::array<unsigned, 3> block,
                          unsigned shared = 0) {
    return cu.cuLaunchKernel(s.kernel("test_order"), grid[0], grid[1], grid[2], block[0], block[1],
                             block[2], shared, nullptr, nullptr, good);
  };
  OK(launch({1, 1, 1}, {1024, 1, 1}));
  SAME(launch({0, 1, 1}, {1, 1, 1}), CUDA_ERROR_INVALID_VALUE);
  SAME(launch({1, 65536, 1}, {1, 1, 1}), CUDA_ERROR_INVALID_VALUE);
  SAME(launch({1, 1, 65536}, {1, 1, 1}), CUDA_ERROR_INVALID_VALUE);
  SAME(launch({0x80000000u, 1, 1}, {1, 1, 1}), CUDA_ERROR_INVALID_VALUE);
  SAME(launch({1, 1, 1}, {0, 1, 1}), CUDA_ERROR_INVALID_VALUE);
  SAME(launch({1, 1, 1}, {1025, 1, 1}), CUDA_ERROR_INVALID_VALUE);
  SAME(launch({1, 1, 1}, {32, 33, 1}), CUDA_ERROR_INVALID_VALUE);
  SAME(launch({1, 1, 1}, {1, 1, 65}), CUDA_ERROR_INVALID_VALUE);
  SAME(launch({1, 1, 1}, {1, 1, 1}, 1 << 20), CUDA_ERROR_INVALID_VALUE);
  // test_sum's launch bounds are 256 threads.
  Buffer<uint32_t> in(512);
  InOutArgs sum{out, in, 0, 0};
  OK(s.launch("test_sum", 1, 256, sum));
  SAME(s.launch("test_sum", 1, 257, sum), CUDA_ERROR_INVALID_VALUE);
  // Arguments.
  const auto launch_with = [&](void** parameters, void** extra) {
    Captured captured;
    return cu.cuLaunchKernel(s.kernel("test_order"), 1, 1, 1, 1, 1, 1, 0, nullptr, parameters,
                             extra);
  };
  void* too_large[] = {begin, &sum, size_is, &large, CU_LAUNCH_PARAM_END};
  void* too_small[] = {begin, &args, size_is, &small, CU_LAUNCH_PARAM_END};
  void* without_size[] = {begin, &args, CU_LAUNCH_PARAM_END};
  void* parameters[] = {&args};
  SAME(launch_with(nullptr, too_large), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
  if (cu.emulated()) SAME(launch_with(nullptr, too_small), CUDA_ERROR_INVALID_VALUE);
  if (cu.emulated()) SAME(launch_with(nullptr, without_size), CUDA_ERROR_INVALID_VALUE);
  SAME(launch_with(parameters, good), CUDA_ERROR_INVALID_VALUE);
  SAME(launch_with(nullptr, nullptr), CUDA_ERROR_INVALID_VALUE);
  OK(cu.cuStreamSynchronize(nullptr));
}

TEST(anywhere, "a launch has taken its arguments when it returns") {
  Session s;
  const auto in = numbers(256);
  Buffer<uint32_t> from(in), to(256);
  InOutArgs args{to, from, 256, 3};
  OK(s.launch_bytes(s.kernel("test_scale"), 2, 128, &args, sizeof args, nullptr));
  args = InOutArgs{nullptr, nullptr, 256, 5};
  auto wanted = in;
  for (uint32_t i = 0; i < 256; i++) wanted[i] = in[i] * 3 + i;
  SAME(to.get(), wanted);
}

TEST(emulated, "after a failure every call in the context returns it, until the context goes") {
  Session s;
  CUstream stream;
  CUevent event, recorded;
  OK(cu.cuStreamCreateWithPriority(&stream, 1, 0));
  OK(cu.cuEventCreate(&event, 0));
  OK(cu.cuEventCreate(&recorded, 0));
  Buffer<uint32_t> out(4096);
  Captured captured;
  OK(s.launch("test_trap", 4, 64, OutArgs{out, 70}, stream));
  OK(cu.cuEventRecord(recorded, stream));
  uint32_t* flag = nullptr;
  OK(cu.cuMemHostAlloc(reinterpret_cast<void**>(&flag), 4, 0));
  *flag = 77;
  OK(cu.cuMemcpyDtoHAsync_v2(flag, out.address(), 4, stream));
  SAME(cu.cuEventSynchronize(recorded), CUDA_ERROR_LAUNCH_FAILED);
  SAME(cu.cuStreamSynchronize(stream), CUDA_ERROR_LAUNCH_FAILED);
  SAME(*flag, 77u);  // what comes after the failure never runs
  const uint64_t live = cu.live();
  size_t a, b;
  CUdeviceptr address;
  void* host;
  CUmodule module;
  const std::vector<std::function<CUresult()>> calls = {
      [&] { return cu.cuMemGetInfo_v2(&a, &b); },
      [&] { return cu.cuMemAlloc_v2(&address, 16); },
      [&] { return cu.cuMemFree_v2(out.address()); },
      [&] { return cu.cuMemAllocAsync(&address, 16, stream); },
      [&] { return cu.cuMemFreeAsync(out.address(), stream); },
      [&] { return cu.cuMemHostAlloc(&host, 16, 0); },
      [&] { return cu.cuMemcpyHtoDAsync_v2(out.address(), &a, 8, stream); },
      [&] { return cu.cuMemcpyDtoHAsync_v2(&a, out.address(), 8, stream); },
      [&] { return cu.cuMemcpyDtoDAsync_v2(out.address(), out.address() + 64, 8, stream); },
      [&] { return cu.cuMemsetD32Async(out.address(), 1, 1, stream); },
      [&] { return cu.cuStreamCreateWithPriority(&stream, 0, 0); },
      [&] { return cu.cuStreamSynchronize(stream); },
      [&] { return cu.cuStreamWaitEvent(stream, event, 0); },
      [&] { return cu.cuStreamDestroy_v2(stream); },
      [&] { return cu.cuEventCreate(&event, 0); },
      [&] { return cu.cuEventRecord(event, stream); },
      [&] { return cu.cuEventQuery(recorded); },
      [&] { return cu.cuEventDestroy_v2(event); },
      [&] { return cu.cuModuleLoadData(&module, image.data()); },
      [&] { return cu.cuCtxSynchronize(); },
  };
  for (size_t i = 0; i < calls.size(); i++) {
    const CUresult result = calls[i]();
    if (result != CUDA_ERROR_LAUNCH_FAILED) failed(__FILE__, int(i), "call gives " + shown(result));
  }
  CHECK(cu.live() <= live);  // nothing came to be
  int count = 0;
  OK(cu.cuDeviceGetCount(&count));
  out.lost = true;
  s.renew();
  SAME(cu.live(), 1u);  // the module
  Buffer<uint32_t> again(1, 5);
  SAME(again.get()[0], 5u);
}

TEST(emulated, "a device that fails holds up no other: what waits for its events goes on") {
  Session s;
  cu.set("DEVICES", "2");
  CUcontext other = nullptr;
  OK(cu.cuDevicePrimaryCtxRetain(&other, 1));
  OK(cu.cuCtxSetCurrent(other));
  uint32_t* flag = nullptr;
  OK(cu.cuMemHostAlloc(reinterpret_cast<void**>(&flag), 4, 1));
  *flag = 77;

  OK(cu.cuCtxSetCurrent(s.context));
  CUevent event;
  OK(cu.cuEventCreate(&event, 2));
  Buffer<uint32_t> out(256);
  Captured captured;
  OK(s.launch("test_trap", 4, 64, OutArgs{out, 70}));
  OK(cu.cuEventRecord(event, nullptr));
  OK(cu.cuMemcpyDtoHAsync_v2(flag, out.address(), 4, nullptr));
  out.lost = true;

  OK(cu.cuCtxSetCurrent(other));
  {
    Buffer<uint32_t> there(1);
    OK(cu.cuStreamWaitEvent(nullptr, event, 0));
    OK(cu.cuMemsetD32Async(there.address(), 5, 1, nullptr));
    SAME(there.get()[0], 5u);
  }
  OK(cu.cuCtxSetCurrent(s.context));
  SAME(cu.cuCtxSynchronize(), CUDA_ERROR_LAUNCH_FAILED);
  s.end();
  SAME(*flag, 77u);  // the copy behind the failure never ran, not even now
  OK(cu.cuCtxSetCurrent(other));
  OK(cu.cuMemFreeHost(flag));
  OK(cu.cuDevicePrimaryCtxRelease_v2(1));
  SAME(cu.leaked(), 0u);
}

TEST(own_process,
     "a device that was lost stays lost to the process, also after its context has gone") {
  OK(cu.cuInit(0));
  CUcontext context = nullptr;
  {
    Captured captured;
    Session s;
    context = s.context;
    Buffer<uint32_t> out(256);
    OK(s.launch("test_trap", 4, 64, OutArgs{out, 70}));
    SAME(cu.cuCtxSynchronize(), CUDA_ERROR_LAUNCH_FAILED);
    CUcontext second = nullptr;
    OK(cu.cuDevicePrimaryCtxRetain(&second, 0));
    OK(cu.cuDevicePrimaryCtxRelease_v2(0));
    out.lost = true;
  }
  CUdeviceptr address;
  OK(cu.cuCtxSetCurrent(context));
  SAME(cu.cuMemAlloc_v2(&address, 16), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  CUcontext again = nullptr;
  SAME(cu.cuDevicePrimaryCtxRetain(&again, 0), CUDA_ERROR_LAUNCH_FAILED);
}

TEST(emulated, "the sizes of kernels' arguments, and their names") {
  Session s;
  SAME(cu.args_size("test_order"), sizeof(OutArgs));
  SAME(cu.args_size("test_sum"), sizeof(InOutArgs));
  SAME(cu.args_size("no_such_kernel"), 0u);
  CHECK(std::string(cu.kernels()).find("\ntest_sum\n") != std::string::npos);
}
