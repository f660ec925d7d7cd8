#include "corrupt.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace emulator {

static constexpr uint64_t word = sizeof(uint32_t);

static Fault fault_named(const std::string& name) {
  static const std::map<std::string, Fault> faults = {
      {"skip", Fault::skip}, {"block", Fault::block}, {"bit", Fault::bit}, {"stale", Fault::stale}};
  const auto found = faults.find(name);
  return found == faults.end() ? Fault::none : found->second;
}

bool Corruptor::parse(const std::string& text, Rule* rule) {
  char operation[96], first[19], onwards[2] = "", one_in[19] = "1", fault[8];
  int end = 0;
  sscanf(text.c_str(), " %95[A-Za-z0-9_*]:%18[0-9]=%7[a-z] %n", operation, first, fault, &end);
  if (!end)
    sscanf(text.c_str(), " %95[A-Za-z0-9_*]:%18[0-9]%1[+]=%7[a-z] %n", operation, first, onwards,
           fault, &end);
  const bool drawn = !end;
  if (drawn) {
    strcpy(first, "0");
    sscanf(text.c_str(), " %95[A-Za-z0-9_*]:1/%18[0-9]=%7[a-z] %n", operation, one_in, fault, &end);
  }
  if (!end || text[size_t(end)]) return false;
  *rule = {operation,           std::stoull(first), *onwards != 0,
           std::stoull(one_in), fault_named(fault), 0};
  return rule->fault != Fault::none && (rule->first || drawn) && rule->one_in &&
         rule->one_in <= UINT32_MAX;
}

bool Corruptor::specify(const std::string& specification, uint64_t seed) {
  std::vector<Rule> rules;
  for (size_t start = 0; start < specification.size();) {
    const size_t end = std::min(specification.find(',', start), specification.size());
    Rule rule;
    if (!parse(specification.substr(start, end - start), &rule)) return false;
    rules.push_back(rule);
    start = end + 1;
  }
  rules_ = rules;
  runs_.clear();
  faults_ = 0;
  random_ = Random(seed);
  return true;
}

uint64_t Corruptor::runs(const std::string& name) const {
  const auto found = runs_.find(name);
  return found == runs_.end() ? 0 : found->second;
}

bool Corruptor::applies(Rule& rule) {
  rule.runs++;
  if (!rule.first) return random_.below(rule.one_in) == 0;
  return rule.runs == rule.first || (rule.onwards && rule.runs > rule.first);
}

Fault Corruptor::count(const Operation& operation) {
  runs_[operation.name]++;
  runs_[operation.family]++;
  runs_["*"]++;
  Fault fault = Fault::none;
  for (Rule& rule : rules_) {
    if (rule.operation != "*" && rule.operation != operation.family &&
        rule.operation != operation.name)
      continue;
    if (applies(rule) && fault == Fault::none) fault = rule.fault;
  }
  return fault;
}

// The bytes of all ranges, one behind the other.
static std::vector<uint8_t> contents(const std::vector<Range>& ranges) {
  std::vector<uint8_t> all;
  for (const Range& range : ranges) all.insert(all.end(), range.first, range.first + range.bytes);
  return all;
}

CUresult Corruptor::run(const Operation& operation, const std::function<CUresult(bool)>& run) {
  const Fault fault = count(operation);
  if (fault == Fault::none) return run(false);
  if (fault == Fault::skip || (fault == Fault::block && strcmp(operation.family, "kernel"))) {
    faults_++;
    return CUDA_SUCCESS;
  }
  if (fault == Fault::block) {
    faults_++;
    return run(true);
  }
  const std::vector<Range> ranges = operation.writes();
  const std::vector<uint8_t> before = contents(ranges);
  const CUresult result = run(false);
  if (result == CUDA_SUCCESS && damage(ranges, before, fault)) faults_++;
  return result;
}

// Damages one of the words that changed, by a draw among all of them.
bool Corruptor::damage(const std::vector<Range>& ranges, const std::vector<uint8_t>& before,
                       Fault fault) {
  uint8_t* chosen = nullptr;
  const uint8_t* old = nullptr;
  uint64_t changed = 0, at = 0;
  for (const Range& range : ranges) {
    for (uint64_t i = 0; i + word <= range.bytes; i += word) {
      if (!memcmp(range.first + i, &before[at + i], word)) continue;
      if (random_.below(++changed)) continue;
      chosen = range.first + i;
      old = &before[at + i];
    }
    at += range.bytes;
  }
  if (!chosen) return false;
  if (fault == Fault::stale) {
    memcpy(chosen, old, word);
  } else {
    const uint32_t bit = random_.below(8 * word);
    chosen[bit / 8] ^= uint8_t(1u << bit % 8);
  }
  return true;
}

}  // namespace emulator
