// Allocations that show what is wrong with their use: poisoned when fresh and when freed, with
// guard bytes around them.
#pragma once

#include <cstdint>
#include <deque>
#include <map>

namespace emulator {

struct Allocation {
  uint8_t* address;
  uint64_t bytes;
  bool leaving = false;  // its release is in a stream
  bool excused = false;  // its release was asked for and made to fail: it is not a leak
};

// Where a heap has its memory from: among the process's other memory, or apart from it.
enum class Place { among, apart };

class Heap {
 public:
  Heap(const char* name, Place place) : name_(name), place_(place) {}  // named in messages
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // An allocation aligned to 256 bytes. bytes > 0. Throws std::bad_alloc.
  void* allocate(uint64_t bytes);
  // Gives up the allocation at this address, which must be one. Returns false, after a message, if
  // it was damaged.
  bool release(const void* address);

  Allocation* at(const void* address);  // nullptr if none starts there
  // nullptr if none holds the whole range.
  Allocation* containing(const void* address, uint64_t bytes);
  bool overlaps(const void* address, uint64_t bytes);  // whether a part of the range is in one

  // Whether all guard bytes are as they were. If not, says which allocation suffered, and that it
  // was noticed `when`.
  bool intact(const char* when);

  uint64_t used() const { return used_; }  // bytes, each allocation rounded up to its granularity
  uint64_t live() const;                   // allocations that nobody tried to release

  // Calls f(address, bytes) for each allocation, in the order of addresses.
  template <class F> void each(F f) const {
    for (auto& [address, allocation] : live_) f(allocation.address, allocation.bytes);
  }

  static constexpr uint64_t granularity = 256;

 private:
  // Memory of an allocation with its guards, and how much of the process's that takes.
  uint8_t* take(uint64_t bytes) const;
  void give(const Allocation& allocation) const;
  uint64_t taken(const Allocation& allocation) const;

  bool guards_intact(const Allocation& allocation, const char* when);
  // Gives the oldest freed allocation back to the system; false if it was written to.
  bool dismiss_freed();

  const char* const name_;
  const Place place_;
  std::map<const uint8_t*, Allocation> live_;
  std::deque<Allocation> freed_;  // kept a while, so that late writes are noticed
  uint64_t used_ = 0, freed_bytes_ = 0;
};

}  // namespace emulator
