// What the emulated machine looks like. Every setting has a name; the environment variable
// GNARK_ACCEL_EMULATOR_<name> sets it when the library is loaded.
#pragma once

#include <cstdint>

namespace emulator {

struct Settings {
  // SEED: of the orders that things happen in; 0 for ascending and first-issued orders.
  uint64_t seed = 1;
  uint64_t memory = 1u << 30;  // MEMORY: of each device, in bytes
  int devices = 1;             // DEVICES
  int multiprocessors = 2;     // SMS
  int major = 9, minor = 0;    // CC: compute capability, as in 9.0
  int driver_version = 12040;  // DRIVER_VERSION: 1000 · major + 10 · minor
  // EAGER: how often, in percent, work makes progress while the host issues more.
  uint64_t eager = 0;

  // Sets one setting by name. Returns false, and changes nothing, if there is no such name or the
  // value does not parse.
  bool set(const char* name, const char* value);
};

// The settings of the environment. Complains on stderr about values that do not parse, and sets
// *valid to false.
Settings settings_from_environment(bool* valid);

}  // namespace emulator
