// Messages on stderr about what a kernel or the host did wrong.
#pragma once

namespace emulator {

// Prints one line: "CUDA emulator: " and the message.
__attribute__((format(printf, 1, 2))) void report(const char* format, ...);

}  // namespace emulator
