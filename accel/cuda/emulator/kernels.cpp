#include "kernels.h"

#include <cstdlib>
#include <map>
#include <string>

#include "report.h"

namespace emulator {

// Filled before main by the static variables that KERNEL defines, hence a function's variable;
// never destroyed, because the end of the process finds other threads still at work.
static std::map<std::string, Kernel>& table() {
  static auto& kernels = *new std::map<std::string, Kernel>;
  return kernels;
}

bool register_kernel(const Kernel& kernel) {
  if (table().emplace(kernel.name, kernel).second) return true;
  report("two kernels are called %s", kernel.name);
  abort();
}

const Kernel* find_kernel(const char* name) {
  auto found = table().find(name);
  return found == table().end() ? nullptr : &found->second;
}

std::string kernel_names() {
  std::string names;
  for (auto& [name, kernel] : table()) names += name + "\n";
  return names;
}

}  // namespace emulator
