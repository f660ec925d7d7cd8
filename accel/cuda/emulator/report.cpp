#include "report.h"

#include <cstdarg>
#include <cstdio>

namespace emulator {

void report(const char* format, ...) {
  char line[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  fprintf(stderr, "CUDA emulator: %s\n", line);
}

}  // namespace emulator
