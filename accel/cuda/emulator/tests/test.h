// A small test harness, and what the tests share: a driver library opened by path, and a context in
// it.
//
// The tests run on the emulator, and, but for those that need its control functions, on a real
// driver as well.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "abi.h"
#include "args.h"
#include "entry_points.h"

// The entry points of the library under test. The control functions are null where it is a real
// driver's.
struct Library {
#define X(name) decltype(&::name) name;
  EMULATOR_ENTRY_POINTS(X)
#undef X
  int (*set)(const char*, const char*);
  void (*set_memory)(uint64_t);
  int (*fail)(const char*);
  int (*corrupt)(const char*);
  uint64_t (*corrupted)();
  uint64_t (*flip)(uint64_t, uint64_t);
  uint64_t (*runs)(const char*);
  uint64_t (*calls)();
  uint64_t (*live)();
  uint64_t (*leaked)();
  void (*reset)();
  uint64_t (*args_size)(const char*);
  const char* (*kernels)();

  bool emulated() const { return reset; }
};
extern Library cu;
extern std::vector<char> image;  // of the test kernels

// Tests.
enum Where : unsigned {
  anywhere = 0,
  emulated = 1,     // only on the emulator
  own_process = 2,  // in a process of its own: it loses a device, or starts before cuInit
  plain = 4,        // not with AddressSanitizer,
  sanitized = 8,    // or only with it,
  dies = 16,        // and ends the process by it; in a process of its own
};

struct Test {
  const char* text;  // what it checks
  unsigned where;
  void (*run)();
};
bool add_test(const Test& test);

#define TEST_JOIN2(a, b) a##b
#define TEST_JOIN(a, b) TEST_JOIN2(a, b)
#define TEST(where, text)                                  \
  static void TEST_JOIN(test_, __LINE__)();                \
  static const bool TEST_JOIN(added_, __LINE__) =          \
      add_test({text, where, TEST_JOIN(test_, __LINE__)}); \
  static void TEST_JOIN(test_, __LINE__)()

// Notes a failure of the running test, which goes on. From any thread.
void failed(const char* file, int line, const std::string& what);

inline std::string shown(const std::string& value) { return value; }
inline std::string shown(CUresult value) { return std::to_string(int(value)); }
template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
std::string shown(T value) {
  return std::to_string(value);
}
template <class T> std::string shown(const std::vector<T>& values) {
  std::string text = std::to_string(values.size()) + " values:";
  for (size_t i = 0; i < values.size() && i < 24; i++) text += " " + shown(values[i]);
  return text;
}

#define CHECK(condition)                                      \
  do {                                                        \
    if (!(condition)) failed(__FILE__, __LINE__, #condition); \
  } while (0)
#define SAME(got, wanted)                                                                \
  do {                                                                                   \
    const auto got_ = (got);                                                             \
    const std::decay_t<decltype(got_)> wanted_ = (wanted);                               \
    if (!(got_ == wanted_))                                                              \
      failed(__FILE__, __LINE__, #got " is " + shown(got_) + ", not " + shown(wanted_)); \
  } while (0)
#define OK(call) SAME(call, CUDA_SUCCESS)

// What is printed to stderr while it lives.
class Captured {
 public:
  Captured();
  ~Captured();
  std::string text();
  bool says(const std::string& part) { return text().find(part) != std::string::npos; }

 private:
  int saved_, file_;
};

// The first device's context, current, with the test kernels loaded. On the emulator everything
// starts afresh with it, and nothing may be left when it goes.
class Session {
 public:
  Session();
  ~Session();

  CUfunction kernel(const char* name);

  // Launches a kernel of the test module in one dimension.
  template <class Args>
  CUresult launch(const char* name, unsigned blocks, unsigned threads, Args args,
                  CUstream stream = nullptr) {
    return launch_bytes(kernel(name), blocks, threads, &args, sizeof args, stream);
  }
  CUresult launch_bytes(CUfunction function, unsigned blocks, unsigned threads, void* args,
                        size_t size, CUstream stream);

  // Gives the context up, as the end of the session does otherwise.
  void end();

  // Starts afresh after a failure; on the emulator only.
  void renew();

  CUcontext context;

 private:
  void begin();
  CUmodule module_;
  bool open_ = false;
};

// Device memory that holds n values, freed at the end.
template <class T> class Buffer {
 public:
  explicit Buffer(size_t n, int first = 0) : count_(n) {
    OK(cu.cuMemAlloc_v2(&address_, n * sizeof(T)));
    set(std::vector<T>(n, T(first)));
  }
  explicit Buffer(const std::vector<T>& values) : count_(values.size()) {
    OK(cu.cuMemAlloc_v2(&address_, count_ * sizeof(T)));
    set(values);
  }
  ~Buffer() {
    if (!lost) OK(cu.cuMemFree_v2(address_));
  }
  Buffer(const Buffer&) = delete;

  operator T*() const { return reinterpret_cast<T*>(address_); }
  CUdeviceptr address() const { return address_; }

  void set(const std::vector<T>& values) {
    OK(cu.cuMemcpyHtoDAsync_v2(address_, values.data(), values.size() * sizeof(T), nullptr));
    OK(cu.cuStreamSynchronize(nullptr));
  }
  std::vector<T> get() const {
    std::vector<T> values(count_);
    OK(cu.cuMemcpyDtoHAsync_v2(values.data(), address_, count_ * sizeof(T), nullptr));
    OK(cu.cuStreamSynchronize(nullptr));
    return values;
  }

  bool lost = false;  // the context is, and with it the memory

 private:
  size_t count_;
  CUdeviceptr address_;
};

// Runs it once on a real device, and under several seeds of the emulator, 0 among them.
void for_seeds(const std::function<void()>& run);

// n values that look random, the same ones for the same n and seed.
std::vector<uint32_t> numbers(size_t n, uint32_t seed = 1);
