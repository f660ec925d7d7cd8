// The driver's results: their names, and which of them end a context.
#pragma once

#include "abi.h"

namespace emulator {

const char* error_name(int code);    // nullptr for a number that is no result
const char* error_string(int code);  // a short description; nullptr likewise

// Whether a context in which this happened returns it from every later call.
bool is_sticky(CUresult code);

}  // namespace emulator
