#include "test.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <mutex>

#include "random.h"
#include "sanitizer.h"

Library cu;
std::vector<char> image;

static std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

bool add_test(const Test& test) {
  tests().push_back(test);
  return true;
}

static int failures;
static std::mutex failing;

void failed(const char* file, int line, const std::string& what) {
  std::lock_guard<std::mutex> hold(failing);
  if (failures++ < 20) printf("      %s:%d: %s\n", file, line, what.c_str());
}

Captured::Captured() {
  char name[] = "/tmp/emulator-test-XXXXXX";
  file_ = mkstemp(name);
  unlink(name);
  saved_ = dup(2);
  dup2(file_, 2);
}

Captured::~Captured() {
  dup2(saved_, 2);
  close(saved_);
  close(file_);
}

std::string Captured::text() {
  char buffer[16384];
  const ssize_t n = pread(file_, buffer, sizeof buffer, 0);
  return std::string(buffer, n > 0 ? size_t(n) : 0);
}

Session::Session() {
  if (cu.emulated()) {
    cu.reset();
    cu.fail("");
  }
  OK(cu.cuInit(0));
  begin();
}

Session::~Session() {
  if (open_) end();
  if (cu.emulated()) SAME(cu.leaked(), 0u);
}

void Session::begin() {
  OK(cu.cuDevicePrimaryCtxRetain(&context, 0));
  OK(cu.cuCtxSetCurrent(context));
  OK(cu.cuModuleLoadData(&module_, image.data()));
  open_ = true;
}

void Session::end() {
  cu.cuModuleUnload(module_);  // fails in a context that has failed
  OK(cu.cuCtxSetCurrent(nullptr));
  OK(cu.cuDevicePrimaryCtxRelease_v2(0));
  open_ = false;
}

void Session::renew() {
  end();
  cu.reset();
  OK(cu.cuInit(0));
  begin();
}

CUfunction Session::kernel(const char* name) {
  CUfunction function = nullptr;
  OK(cu.cuModuleGetFunction(&function, module_, name));
  return function;
}

CUresult Session::launch_bytes(CUfunction function, unsigned blocks, unsigned threads, void* args,
                               size_t size, CUstream stream) {
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, args, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  return cu.cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, 0, stream, nullptr, extra);
}

void for_seeds(const std::function<void()>& run) {
  if (!cu.emulated()) return run();
  for (int seed = 0; seed < 12; seed++) {
    SAME(cu.set("SEED", std::to_string(seed).c_str()), 0);
    run();
  }
}

std::vector<uint32_t> numbers(size_t n, uint32_t seed) {
  emulator::Random random(seed);
  std::vector<uint32_t> values(n);
  for (auto& value : values) value = uint32_t(random.next());
  return values;
}

template <class Function> static void find(void* handle, const char* name, Function* place) {
  *place = reinterpret_cast<Function>(dlsym(handle, name));
}

static bool open_library(const char* path) {
  void* handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    fprintf(stderr, "%s\n", dlerror());
    return false;
  }
#define X(name)                                     \
  find(handle, #name, &cu.name);                    \
  if (!cu.name) {                                   \
    fprintf(stderr, "%s has no " #name "\n", path); \
    return false;                                   \
  }
  EMULATOR_ENTRY_POINTS(X)
#undef X
  find(handle, "gnark_accel_emulator_set", &cu.set);
  find(handle, "gnark_accel_emulator_set_memory", &cu.set_memory);
  find(handle, "gnark_accel_emulator_fail", &cu.fail);
  find(handle, "gnark_accel_emulator_corrupt", &cu.corrupt);
  find(handle, "gnark_accel_emulator_corrupted", &cu.corrupted);
  find(handle, "gnark_accel_emulator_flip", &cu.flip);
  find(handle, "gnark_accel_emulator_runs", &cu.runs);
  find(handle, "gnark_accel_emulator_calls", &cu.calls);
  find(handle, "gnark_accel_emulator_live", &cu.live);
  find(handle, "gnark_accel_emulator_leaked", &cu.leaked);
  find(handle, "gnark_accel_emulator_reset", &cu.reset);
  find(handle, "gnark_accel_emulator_args_size", &cu.args_size);
  find(handle, "gnark_accel_emulator_kernels", &cu.kernels);
  return true;
}

// The emulator needs the first bytes of an image only.
static bool load_image(const char* path) {
  if (!path) {
    image = {'\x50', '\xed', '\x55', '\xba', 0, 0, 0, 0};
    return true;
  }
  std::ifstream file(path, std::ios::binary);
  image.assign(std::istreambuf_iterator<char>(file), {});
  if (image.empty()) fprintf(stderr, "cannot read %s\n", path);
  return !image.empty();
}

// Runs a test in a process of its own: this program again, with the test's number.
static bool passes_elsewhere(const Test& test, size_t number, char** arguments) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    setenv("EMULATOR_TEST_ONLY", std::to_string(number).c_str(), 1);
    if (test.where & dies) dup2(open("/dev/null", O_WRONLY), 2);
    execv("/proc/self/exe", arguments);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  const bool succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!(test.where & dies)) return succeeded;
  const bool refused =
      WIFEXITED(status) && (WEXITSTATUS(status) == 127 || WEXITSTATUS(status) == 2);
  return !succeeded && !refused;
}

static bool applies(const Test& test) {
  if (test.where & (emulated | sanitized | dies) && !cu.emulated()) return false;
  return !(test.where & (emulator::address_sanitizer ? plain : sanitized));
}

int main(int count, char** arguments) {
  if (count < 2) {
    fprintf(stderr, "usage: %s LIBRARY [IMAGE]\n", arguments[0]);
    return 2;
  }
  if (!open_library(arguments[1]) || !load_image(count > 2 ? arguments[2] : nullptr)) return 2;
  if (const char* only = getenv("EMULATOR_TEST_ONLY")) {
    tests().at(std::stoul(only)).run();
    return failures != 0;
  }
  int passed = 0, not_passed = 0;
  const auto start = std::chrono::steady_clock::now();
  for (size_t i = 0; i < tests().size(); i++) {
    const Test& test = tests()[i];
    if (!applies(test)) continue;
    failures = 0;
    if (test.where & (own_process | dies)) failures += !passes_elsewhere(test, i, arguments);
    else test.run();
    printf("%s  %s\n", failures ? "FAIL" : "ok  ", test.text);
    fflush(stdout);
    (failures ? not_passed : passed)++;
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  printf("%d passed, %d failed (%.1f s)\n", passed, not_passed, seconds);
  return not_passed != 0;
}
