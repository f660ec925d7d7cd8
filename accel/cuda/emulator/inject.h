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
  // where entry may be * for all entry points together. An empty list injects nothing. Returns
  // false, and changes nothing, if it does not parse or names an entry point that does not exist.
  bool specify(const std::string& specification);

  // Counts a call. Returns the error that it is to return, CUDA_SUCCESS for none.
  CUresult count(Entry entry);

  uint64_t calls() const { return calls_; }

 private:
  struct Rule {
    int entry;  // or any
    uint64_t first;
    bool onwards;
    CUresult code;
  };
  static constexpr int any = -1;

  static bool parse(const std::string& text, Rule* rule);

  std::vector<Rule> rules_;
  uint64_t calls_ = 0;
  uint64_t calls_of_[entry_count] = {};
};

}  // namespace emulator
