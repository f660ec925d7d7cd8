// Failures on demand: makes chosen calls of chosen entry points return an error instead of doing
// anything.
#pragma once

#include <string>
#include <vector>

#include "abi.h"
#include "entry_points.h"

namespace emulator {

class Injector {
 public:
  // Takes a new specification, and counts calls from 0 again. It is a list separated by commas of
  //   entry:n=code    the n-th call of that entry point returns code (calls count from 1)
  //   entry:n+=code   that call and all later ones
  // where entry may be * for all entry points together. entry@d counts the calls of threads whose
  // current context is that of device d. An empty list injects nothing. Returns false, and changes
  // nothing, if it does not parse or names an entry point that does not exist.
  bool specify(const std::string& specification);

  // Counts a call, with the device of the thread's context; -1 for none. Returns the error that it
  // is to return, CUDA_SUCCESS for none.
  CUresult count(Entry entry, int device);

  uint64_t calls() const { return calls_; }

 private:
  struct Rule {
    int entry;   // or any
    int device;  // or any
    uint64_t first;
    bool onwards;
    CUresult code;
    uint64_t calls = 0;  // of the entry and the device
  };
  static constexpr int any = -1;

  static bool parse(const std::string& text, Rule* rule);

  std::vector<Rule> rules_;
  uint64_t calls_ = 0;
};

}  // namespace emulator
