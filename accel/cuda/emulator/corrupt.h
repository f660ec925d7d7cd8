// Silent faults on demand: chosen kernels, copies and memsets do something else than they should,
// and nothing says so.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "abi.h"
#include "random.h"

namespace emulator {

enum class Fault {
  none,
  skip,   // nothing is done
  block,  // one block of a kernel is not run
  bit,    // one bit of a word that was written is another
  stale,  // one word that was written keeps its old value
};

// Memory that an operation may write.
struct Range {
  uint8_t* first;
  uint64_t bytes;
};

// A kernel, copy or memset that is to run.
struct Operation {
  std::string name;    // of the kernel, or of the entry point
  const char* family;  // "kernel", "copy" or "memset"
  std::function<std::vector<Range>()> writes;
};

class Corruptor {
 public:
  // Takes a new specification, and counts operations from 0 again. It is a list separated by commas
  // of
  //   operation:n=fault     the n-th run of the operation has the fault (runs count from 1)
  //   operation:n+=fault    that run and all later ones
  //   operation:1/n=fault   each run, with a probability of 1/n
  // where operation is the name of a kernel or an entry point, a family, or * for all together. All
  // that is drawn at random depends on the seed. An empty list corrupts nothing. Returns false, and
  // changes nothing, if it does not parse.
  bool specify(const std::string& specification, uint64_t seed);

  // Runs an operation, or does to it what is asked for. run(block) runs it, and leaves out a block
  // where that is true.
  CUresult run(const Operation& operation, const std::function<CUresult(bool)>& run);

  // Counts a "small" copy: less than 64 KiB between host and device.
  void copies_little() { runs_["small"]++; }

  // Runs of a kernel, an entry point or a family, or of "small" copies.
  uint64_t runs(const std::string& name) const;
  // Faults that were done. One that finds no word to change is none.
  uint64_t faults() const { return faults_; }

  Random& random() { return random_; }

 private:
  struct Rule {
    std::string operation;
    uint64_t first;  // 0 where each run is drawn
    bool onwards;
    uint64_t one_in;
    Fault fault;
    uint64_t runs;
  };
  static bool parse(const std::string& text, Rule* rule);

  Fault count(const Operation& operation);
  bool applies(Rule& rule);
  bool damage(const std::vector<Range>& ranges, const std::vector<uint8_t>& before, Fault fault);

  std::vector<Rule> rules_;
  std::map<std::string, uint64_t> runs_;
  uint64_t faults_ = 0;
  Random random_{0};
};

}  // namespace emulator
