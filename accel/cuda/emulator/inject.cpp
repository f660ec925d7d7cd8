#include "inject.h"

#include <algorithm>
#include <cstdio>

namespace emulator {

static int entry_named(const std::string& name) {
  static const char* const names[] = {
#define X(name) #name,
      EMULATOR_ENTRY_POINTS(X)
#undef X
  };
  for (int i = 0; i < entry_count; i++) {
    if (name == names[i]) return i;
  }
  return entry_count;
}

bool Injector::parse(const std::string& text, Rule* rule) {
  char entry[64], first[19], onwards[2] = "", code[5];
  int end = 0;
  sscanf(text.c_str(), " %63[A-Za-z0-9_*]:%18[0-9]=%4[0-9] %n", entry, first, code, &end);
  if (!end)
    sscanf(text.c_str(), " %63[A-Za-z0-9_*]:%18[0-9]%1[+]=%4[0-9] %n", entry, first, onwards, code,
           &end);
  if (!end || text[size_t(end)]) return false;
  *rule = {entry == std::string("*") ? any : entry_named(entry), std::stoull(first), *onwards != 0,
           CUresult(std::stoi(code))};
  return rule->entry != entry_count && rule->first && rule->code != CUDA_SUCCESS;
}

bool Injector::specify(const std::string& specification) {
  std::vector<Rule> rules;
  for (size_t start = 0; start < specification.size();) {
    const size_t end = std::min(specification.find(',', start), specification.size());
    Rule rule;
    if (!parse(specification.substr(start, end - start), &rule)) return false;
    rules.push_back(rule);
    start = end + 1;
  }
  rules_ = rules;
  calls_ = 0;
  std::fill(std::begin(calls_of_), std::end(calls_of_), 0);
  return true;
}

CUresult Injector::count(Entry entry) {
  calls_++;
  calls_of_[int(entry)]++;
  for (const Rule& rule : rules_) {
    if (rule.entry != any && rule.entry != int(entry)) continue;
    const uint64_t call = rule.entry == any ? calls_ : calls_of_[int(entry)];
    if (call == rule.first || (rule.onwards && call > rule.first)) return rule.code;
  }
  return CUDA_SUCCESS;
}

}  // namespace emulator
