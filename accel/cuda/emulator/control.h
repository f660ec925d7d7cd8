// Control functions, exported beside libcuda's entry points so that a test can steer the emulator
// from inside the process. All may be called from any thread, at any time.
#pragma once

#include <cstdint>

extern "C" {

// Sets a setting by its name without GNARK_ACCEL_EMULATOR_, e.g. ("DEVICES", "2"). It holds at
// once, except SEED, which starts the random orders anew, and DEVICES, which cuInit looks at as
// well. Returns 0, or -1 if it does not parse.
int gnark_accel_emulator_set(const char* name, const char* value);

// The same for MEMORY. Allocations that exist stay.
void gnark_accel_emulator_set_memory(uint64_t bytes);

// Says which calls are to fail, in the form of GNARK_ACCEL_EMULATOR_FAIL, and counts calls from 0
// again. "" or a null pointer for none. Returns 0, or -1 if it does not parse; then everything
// stays as it was.
int gnark_accel_emulator_fail(const char* specification);

// Says which kernels, copies and memsets are to go wrong, in the form of
// GNARK_ACCEL_EMULATOR_CORRUPT, and counts them from 0 again. What is drawn depends on SEED
// as it is now. "" or a null pointer for none. Returns 0, or -1 if it does not parse; then
// everything stays as it was.
int gnark_accel_emulator_corrupt(const char* specification);

// Faults that were done since loading, the last reset or the last gnark_accel_emulator_corrupt.
uint64_t gnark_accel_emulator_corrupted(void);

// Flips a bit of the n-th allocation of device memory, as a particle does. Allocations count from
// 0, in the order of addresses; bits count modulo those of the allocation. Returns the number of
// allocations.
uint64_t gnark_accel_emulator_flip(uint64_t n, uint64_t bit);

// Runs of a kernel, of the copies or memsets of an entry point, or of "kernel", "copy", "memset" or
// "*" for all together, since then. Copies of less than 64 KiB between host and device are "small".
uint64_t gnark_accel_emulator_runs(const char* operation);

// Calls of all entry points since loading, the last reset or the last gnark_accel_emulator_fail.
uint64_t gnark_accel_emulator_calls(void);

// What is allocated now: device allocations, pinned allocations, registrations, streams, events and
// modules. Objects whose release was made to fail don't count.
uint64_t gnark_accel_emulator_live(void);

// Objects that were live when their context went, since loading or the last reset. Contexts that
// had failed don't count.
uint64_t gnark_accel_emulator_leaked(void);

// Back to the state after loading: everything is freed, handles are invalid, cuInit is to be called
// again, and settings and failures are those of the environment.
void gnark_accel_emulator_reset(void);

// sizeof the struct that a kernel takes, 0 if there is no such kernel.
uint64_t gnark_accel_emulator_args_size(const char* kernel);

// Names of all kernels, in order, with a newline after each. The text lives as long as the process.
const char* gnark_accel_emulator_kernels(void);
}
