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
  char entry[64], first[19], device[4] = "", code[5];
  int end = 0;
  sscanf(text.c_str(), " %63[A-Za-z0-9_*]%n", entry, &end);
  if (!end) return false;
  std::string rest = text.substr(size_t(end));
  if (rest[0] == '@') {
    end = 0;
    sscanf(rest.c_str(), "@%3[0-9]%n", device, &end);
    if (!end) return false;
    rest = rest.substr(size_t(end));
  }
  bool onwards = false;
  end = 0;
  sscanf(rest.c_str(), ":%18[0-9]=%4[0-9] %n", first, code, &end);
  if (!end) {
    onwards = true;
    sscanf(rest.c_str(), ":%18[0-9]+=%4[0-9] %n", first, code, &end);
  }
  if (!end || rest[size_t(end)]) return false;
  rule->entry = entry == std::string("*") ? any : entry_named(entry);
  rule->device = *device ? std::stoi(device) : any;
  rule->first = std::stoull(first);
  rule->onwards = onwards;
  rule->code = CUresult(std::stoi(code));
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
  return true;
}

CUresult Injector::count(Entry entry, int device) {
  calls_++;
  CUresult result = CUDA_SUCCESS;
  for (Rule& rule : rules_) {
    if (rule.entry != any && rule.entry != int(entry)) continue;
    if (rule.device != any && rule.device != device) continue;
    rule.calls++;
    const bool meets = rule.calls == rule.first || (rule.onwards && rule.calls > rule.first);
    if (meets && result == CUDA_SUCCESS) result = rule.code;
  }
  return result;
}

}  // namespace emulator
