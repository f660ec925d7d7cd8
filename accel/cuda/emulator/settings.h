// What the emulated machine looks like. Every setting has a name; the environment variable
// GNARK_ACCEL_EMULATOR_<name> sets it when the library is loaded.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace emulator {

struct Settings {
  // SEED: of the orders that things happen in; 0 for ascending and first-issued orders.
  uint64_t seed = 1;
  // MEMORY: in bytes, of each device in turn; the last one is that of all that follow.
  std::vector<uint64_t> memory{1u << 30};
  // SMS: multiprocessors, in the same way. A device that has few counts as slow.
  std::vector<uint64_t> multiprocessors{2};
  int devices = 1;             // DEVICES
  int major = 9, minor = 0;    // CC: compute capability, as in 9.0
  int driver_version = 12040;  // DRIVER_VERSION: 1000 · major + 10 · minor
  // EAGER: how often, in percent, work makes progress while the host issues more.
  uint64_t eager = 0;
  // CONFIDENTIAL: 1 for NVIDIA's confidential computing, under which no memory can be registered.
  uint64_t confidential = 0;

  uint64_t memory_of(int device) const { return of(memory, device); }
  int multiprocessors_of(int device) const { return int(of(multiprocessors, device)); }

  // Sets one setting by name. Returns false, and changes nothing, if there is no such name or the
  // value does not parse.
  bool set(const char* name, const char* value);

 private:
  static uint64_t of(const std::vector<uint64_t>& each, int device) {
    return each[std::min(uint64_t(device), uint64_t(each.size() - 1))];
  }
};

// The settings of the environment. Complains on stderr about values that do not parse, and sets
// *valid to false.
Settings settings_from_environment(bool* valid);

}  // namespace emulator
