#include "settings.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <sstream>
#include <string>

#include "report.h"

namespace emulator {

static bool parse(const char* text, uint64_t most, uint64_t* value) {
  if (*text < '0' || *text > '9') return false;
  char* end;
  errno = 0;
  const uint64_t parsed = strtoull(text, &end, 10);
  if (*end || errno || parsed > most) return false;
  *value = parsed;
  return true;
}

// A list of numbers, separated by commas.
static bool parse(const char* text, uint64_t most, std::vector<uint64_t>* values) {
  std::vector<uint64_t> parsed;
  std::istringstream list(text);
  uint64_t value;
  for (std::string one; std::getline(list, one, ',');) {
    if (!parse(one.c_str(), most, &value)) return false;
    parsed.push_back(value);
  }
  if (parsed.empty()) return false;
  *values = parsed;
  return true;
}

static bool parse(const char* text, int* value) {
  uint64_t parsed;
  if (!parse(text, INT_MAX, &parsed)) return false;
  *value = int(parsed);
  return true;
}

static bool parse_capability(const char* text, int* major, int* minor) {
  unsigned parsed[2];
  char rest;
  if (sscanf(text, "%2u.%1u%c", &parsed[0], &parsed[1], &rest) != 2) return false;
  *major = int(parsed[0]);
  *minor = int(parsed[1]);
  return true;
}

bool Settings::set(const char* name, const char* value) {
  const auto is = [name](const char* other) { return !strcmp(name, other); };
  if (is("SEED")) return parse(value, UINT64_MAX, &seed);
  if (is("MEMORY")) return parse(value, UINT64_MAX, &memory);
  if (is("DEVICES")) return parse(value, &devices);
  if (is("SMS")) return parse(value, INT_MAX, &multiprocessors);
  if (is("CC")) return parse_capability(value, &major, &minor);
  if (is("DRIVER_VERSION")) return parse(value, &driver_version);
  if (is("EAGER")) return parse(value, 100, &eager);
  if (is("CONFIDENTIAL")) return parse(value, 1, &confidential);
  return false;
}

Settings settings_from_environment(bool* valid) {
  Settings settings;
  for (const char* name :
       {"SEED", "MEMORY", "DEVICES", "SMS", "CC", "DRIVER_VERSION", "EAGER", "CONFIDENTIAL"}) {
    char variable[64];
    snprintf(variable, sizeof variable, "GNARK_ACCEL_EMULATOR_%s", name);
    const char* value = getenv(variable);
    if (!value || settings.set(name, value)) continue;
    report("%s=%s does not parse", variable, value);
    *valid = false;
  }
  return settings;
}

}  // namespace emulator
