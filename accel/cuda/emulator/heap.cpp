#include "heap.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include "arena.h"
#include "poison.h"
#include "report.h"
#include "sanitizer.h"

namespace emulator {

static constexpr uint64_t guard = 256;
static constexpr uint64_t most_freed_bytes = 32 << 20;

static uint64_t rounded(uint64_t bytes) {
  return (bytes + Heap::granularity - 1) / Heap::granularity * Heap::granularity;
}

// The guard behind an allocation begins at its last byte, whatever its size.
static uint64_t tail(const Allocation& a) { return rounded(a.bytes) - a.bytes + guard; }

// The first byte that is not `value`, nullptr if there is none.
static const uint8_t* first_other(const uint8_t* bytes, uint64_t count, uint8_t value) {
  if (!count || (bytes[0] == value && !memcmp(bytes, bytes + 1, count - 1))) return nullptr;
  while (*bytes == value) bytes++;
  return bytes;
}

static uint64_t with_guards(uint64_t bytes) { return guard + rounded(bytes) + guard; }

// AddressSanitizer watches over memory of its own allocator.
uint8_t* Heap::take(uint64_t bytes) const {
  if (place_ == Place::apart && !address_sanitizer) return arena_take(with_guards(bytes));
  void* const base = aligned_alloc(granularity, with_guards(bytes));
  if (!base) throw std::bad_alloc();
  return static_cast<uint8_t*>(base);
}

void Heap::give(const Allocation& allocation) const {
  uint8_t* const base = allocation.address - guard;
  sanitizer_clean(base, guard + allocation.bytes + tail(allocation));
  if (place_ == Place::apart && !address_sanitizer) arena_give(base, with_guards(allocation.bytes));
  else free(base);
}

uint64_t Heap::taken(const Allocation& allocation) const {
  const uint64_t bytes = with_guards(allocation.bytes);
  return place_ == Place::apart ? arena_bytes(bytes) : bytes;
}

Heap::~Heap() {
  for (auto& [address, allocation] : live_) give(allocation);
  while (!freed_.empty()) dismiss_freed();
}

void* Heap::allocate(uint64_t bytes) {
  if (bytes > UINT64_MAX / 2) throw std::bad_alloc();
  uint8_t* const base = take(bytes);
  const Allocation allocation{base + guard, bytes};
  try {
    live_.emplace(allocation.address, allocation);
  } catch (...) {
    give(allocation);
    throw;
  }
  used_ += rounded(bytes);
  memset(base, poison_guard, guard);
  memset(allocation.address, poison_fresh, bytes);
  memset(allocation.address + bytes, poison_guard, tail(allocation));
  sanitizer_forbid(base, guard);
  sanitizer_forbid(allocation.address + bytes, tail(allocation));
  return allocation.address;
}

bool Heap::release(const void* address) {
  const auto found = live_.find(static_cast<const uint8_t*>(address));
  const Allocation allocation = found->second;
  bool sound = guards_intact(allocation, "when it was freed");
  live_.erase(found);
  used_ -= rounded(allocation.bytes);
  memset(allocation.address, poison_freed, allocation.bytes);
  sanitizer_forbid(allocation.address, allocation.bytes);
  freed_.push_back(allocation);
  freed_bytes_ += taken(allocation);
  while (freed_bytes_ > most_freed_bytes) sound &= dismiss_freed();
  return sound;
}

bool Heap::dismiss_freed() {
  const Allocation allocation = freed_.front();
  freed_.pop_front();
  freed_bytes_ -= taken(allocation);
  sanitizer_clean(allocation.address - guard, guard + allocation.bytes + tail(allocation));
  const uint8_t* damage = first_other(allocation.address, allocation.bytes, poison_freed);
  if (damage) {
    report("%s of %llu bytes was written to after it was freed, at offset %llu", name_,
           static_cast<unsigned long long>(allocation.bytes),
           static_cast<unsigned long long>(damage - allocation.address));
  }
  give(allocation);
  return !damage;
}

Allocation* Heap::at(const void* address) {
  const auto found = live_.find(static_cast<const uint8_t*>(address));
  return found == live_.end() ? nullptr : &found->second;
}

Allocation* Heap::containing(const void* address, uint64_t bytes) {
  const uint8_t* first = static_cast<const uint8_t*>(address);
  auto after = live_.upper_bound(first);
  if (after == live_.begin()) return nullptr;
  Allocation& allocation = std::prev(after)->second;
  const uint64_t offset = uint64_t(first - allocation.address);
  return offset < allocation.bytes && bytes <= allocation.bytes - offset ? &allocation : nullptr;
}

bool Heap::overlaps(const void* address, uint64_t bytes) {
  const uint8_t* first = static_cast<const uint8_t*>(address);
  const auto after = live_.lower_bound(first + bytes);
  if (after == live_.begin()) return false;
  const Allocation& allocation = std::prev(after)->second;
  return allocation.address + allocation.bytes > first;
}

bool Heap::intact(const char* when) {
  bool sound = true;
  for (auto& [address, allocation] : live_) sound &= guards_intact(allocation, when);
  return sound;
}

bool Heap::guards_intact(const Allocation& allocation, const char* when) {
  if (address_sanitizer) return true;  // which has watched the guards all the time
  const uint8_t* end = allocation.address + allocation.bytes;
  const uint8_t* damage = first_other(allocation.address - guard, guard, poison_guard);
  if (!damage) damage = first_other(end, tail(allocation), poison_guard);
  if (!damage) return true;
  const bool before = damage < allocation.address;
  report("%s of %llu bytes was damaged %lld bytes %s it; noticed %s", name_,
         static_cast<unsigned long long>(allocation.bytes),
         static_cast<long long>(before ? allocation.address - damage : damage - end),
         before ? "before the start of" : "behind the end of", when);
  return false;
}

uint64_t Heap::live() const {
  uint64_t count = 0;
  for (auto& [address, allocation] : live_) count += !allocation.excused && !allocation.leaving;
  return count;
}

}  // namespace emulator
