#include "control.h"

#include <cstring>
#include <string>

#include "entry.h"

using namespace emulator;

#define HOLD_MACHINE(m)   \
  Machine& m = machine(); \
  std::lock_guard<std::mutex> hold(m.lock)

EMULATOR_EXPORT int gnark_accel_emulator_set(const char* name, const char* value) {
  HOLD_MACHINE(m);
  if (!m.settings.set(name, value)) return -1;
  if (!strcmp(name, "SEED")) m.scheduler.reseed(m.settings.seed);
  return 0;
}

EMULATOR_EXPORT void gnark_accel_emulator_set_memory(uint64_t bytes) {
  HOLD_MACHINE(m);
  m.settings.memory = {bytes};
}

EMULATOR_EXPORT int gnark_accel_emulator_fail(const char* specification) {
  HOLD_MACHINE(m);
  return m.injector.specify(specification ? specification : "") ? 0 : -1;
}

EMULATOR_EXPORT int gnark_accel_emulator_corrupt(const char* specification) {
  HOLD_MACHINE(m);
  return m.corruptor.specify(specification ? specification : "", m.settings.seed) ? 0 : -1;
}

EMULATOR_EXPORT uint64_t gnark_accel_emulator_corrupted() {
  HOLD_MACHINE(m);
  return m.corruptor.faults();
}

EMULATOR_EXPORT uint64_t gnark_accel_emulator_flip(uint64_t n, uint64_t bit) {
  HOLD_MACHINE(m);
  return m.flip(n, bit);
}

EMULATOR_EXPORT uint64_t gnark_accel_emulator_runs(const char* operation) {
  HOLD_MACHINE(m);
  return m.corruptor.runs(operation ? operation : "");
}

EMULATOR_EXPORT uint64_t gnark_accel_emulator_calls() {
  HOLD_MACHINE(m);
  return m.injector.calls();
}

EMULATOR_EXPORT uint64_t gnark_accel_emulator_live() {
  HOLD_MACHINE(m);
  return m.live();
}

EMULATOR_EXPORT uint64_t gnark_accel_emulator_leaked() {
  HOLD_MACHINE(m);
  return m.leaked;
}

EMULATOR_EXPORT void gnark_accel_emulator_reset() {
  HOLD_MACHINE(m);
  m.reset();
}

EMULATOR_EXPORT uint64_t gnark_accel_emulator_args_size(const char* name) {
  const Kernel* kernel = find_kernel(name);
  return kernel ? kernel->args_size : 0;
}

EMULATOR_EXPORT const char* gnark_accel_emulator_kernels() {
  static const std::string& names = *new std::string(kernel_names());
  return names.c_str();
}
