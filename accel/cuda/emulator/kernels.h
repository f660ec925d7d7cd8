// The table of the kernels that are compiled into the library.
#pragma once

#include <string>

#include "platform/platform.cuh"

namespace emulator {

const Kernel* find_kernel(const char* name);  // nullptr if there is none
std::string kernel_names();                   // all names, in order, with a newline after each

}  // namespace emulator
