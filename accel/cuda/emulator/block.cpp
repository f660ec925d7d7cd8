#include "block.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "fiber.h"
#include "outside.h"
#include "poison.h"
#include "report.h"
#include "shared.h"

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace emulator {

u32 lane_id;

namespace {

enum class State : u8 { runnable, at_barrier, at_collective, ended };

// One cache line: a block's threads are gone through again and again.
struct alignas(64) Thread {
  Fiber* fiber;  // that runs it; nullptr before its start
  uint3 index;
  u16 number;  // its place in the block: x runs fastest
  u8 lane;     // its place in its warp
  State state;
  // What it brought to a collective of its warp and took away. A copy has addresses here.
  u64 value;
  u64 result;
  u32 bytes;   // of a copy
  u32 source;  // the lane that it wants to read
};
static_assert(sizeof(Thread) == 64, "a thread is a cache line");

// Lanes of a warp on their way into the same collective.
struct Gathering {
  WarpOp op;
  u32 mask;
  u32 arrived;
};

struct Warp {
  u32 live;  // the lanes that have not ended
  u32 gatherings;
  Gathering gathering[32];
};

// The barrier of the block, and what its threads brought to it.
struct Barrier {
  BarrierOp op;
  u32 arrived, predicates;
  u32 result;  // of the last time that all had arrived
};

// Which of the threads that can go on is the next: the one that came last, so that a warp runs far
// ahead of the others; one of the last few, so that the lanes of such a warp go in any order; or
// any of them.
enum class Pick { newest, recent, any };

struct Block {
  Grid grid;
  Random* random;
  u32 size;  // in threads
  u32 live;
  CUresult failed;
  char failure[640];  // why
  Thread thread[max_block_threads];
  Warp warp[max_block_threads / 32];
  Barrier barrier;
  std::vector<Thread*> runnable;
  Pick pick;

  Flow host;            // the caller of run_block
  Thread* self;         // the thread that runs
  Thread* handed_over;  // the thread that a fiber is woken for, to start it
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<Fiber*> idle;
};

// Never destroyed: the end of the process finds other threads still at work.
Block& block = *new Block;

// Going from thread to thread.

Thread* next_thread() {
  auto& runnable = block.runnable;
  if (runnable.empty()) return nullptr;
  if (block.pick != Pick::newest) {
    const size_t choice =
        block.pick == Pick::any ? runnable.size() : std::min<size_t>(runnable.size(), 32);
    std::swap(runnable[runnable.size() - 1 - block.random->below(choice)], runnable.back());
  }
  Thread* thread = runnable.back();
  runnable.pop_back();
  // The stack of the one that is likely to come next: waiting for it to come from memory is most of
  // the cost of a switch.
  if (!runnable.empty() && runnable.back()->fiber)
    __builtin_prefetch(runnable.back()->fiber->stack_pointer);
  return thread;
}

Flow& idle_fiber() {
  Fiber* fiber = block.idle.back();
  block.idle.pop_back();
  return *fiber;
}

// Where to go for a thread to go on: to its own fiber, to an idle one for its start, to the host if
// there is none.
Flow& flow_of(Thread* thread) {
  if (!thread) return block.host;
  if (thread->fiber) return *thread->fiber;
  block.handed_over = thread;
  return idle_fiber();
}

void become(Thread& thread) {
  block.self = &thread;
  threadIdx = thread.index;
  lane_id = thread.lane;
}

// The running thread waits until someone makes it runnable again.
void wait_as(State state) {
  Thread& self = *block.self;
  self.state = state;
  switch_flow(*self.fiber, flow_of(next_thread()));
  become(self);
}

void make_runnable(Thread& thread) {
  thread.state = State::runnable;
  block.runnable.push_back(&thread);
}

// Failures.

// Ends the block from the running thread. Its fiber is abandoned: nothing on its stack may need a
// destructor, here and in the callers.
template <class... Values>
[[noreturn]] void fail_as_thread(CUresult result, const char* format, Values... values) {
  const uint3 index = block.self->index;
  const int start = snprintf(block.failure, sizeof block.failure, "thread (%u,%u,%u): ", index.x,
                             index.y, index.z);
  snprintf(block.failure + start, sizeof block.failure - size_t(start), format, values...);
  block.failed = result;
  switch_flow(*block.self->fiber, block.host);
  __builtin_unreachable();
}

[[noreturn]] void fail_outside(const void* address) {
  fail_as_thread(CUDA_ERROR_ILLEGAL_ADDRESS, "it touches %p, which is no memory", address);
}

const char* name_of(BarrierOp op) {
  static const char* const names[] = {"__syncthreads", "__syncthreads_count", "__syncthreads_or",
                                      "__syncthreads_and"};
  return names[u32(op)];
}

const char* name_of(WarpOp op) {
  static const char* const names[] = {"__syncwarp",      "a shuffle",  "shuffle_down",
                                      "__ballot_sync",   "__any_sync", "__all_sync",
                                      "__match_any_sync"};
  return names[u32(op)];
}

// Threads wait, and none of them can go on: says who waits for whom.
void describe_deadlock() {
  constexpr u32 most_shown = 4;
  std::string why = "its threads wait for each other in vain:";
  char part[128];
  if (block.barrier.arrived) {
    snprintf(part, sizeof part, " %u of %u threads are in %s;", block.barrier.arrived, block.live,
             name_of(block.barrier.op));
    why += part;
  }
  u32 shown = 0;
  for (u32 w = 0; w * 32 < block.size; w++) {
    for (u32 i = 0; i < block.warp[w].gatherings; i++) {
      const Gathering& g = block.warp[w].gathering[i];
      if (++shown > most_shown) continue;
      snprintf(part, sizeof part, " warp %u: lanes %08x are in %s with mask %08x;", w, g.arrived,
               name_of(g.op), g.mask);
      why += part;
    }
  }
  if (shown > most_shown) why += " and " + std::to_string(shown - most_shown) + " more such groups";
  snprintf(block.failure, sizeof block.failure, "%s", why.c_str());
}

// Warps.

// The lowest lane of a mask, which loses it.
u32 take_lane(u32& lanes) {
  const u32 lane = u32(__builtin_ctz(lanes));
  lanes &= lanes - 1;
  return lane;
}

u32 lanes_with_predicate(const Thread* lane, u32 arrived) {
  u32 set = 0;
  for (u32 rest = arrived; rest;) {
    const u32 l = take_lane(rest);
    if (lane[l].value) set |= 1u << l;
  }
  return set;
}

void set_results(Thread* lane, u32 lanes, u64 result) {
  while (lanes) lane[take_lane(lanes)].result = result;
}

void match(Thread* lane, u32 arrived) {
  while (arrived) {
    const u64 value = lane[__builtin_ctz(arrived)].value;
    u32 equal = 0;
    for (u32 rest = arrived; rest;) {
      const u32 l = take_lane(rest);
      if (lane[l].value == value) equal |= 1u << l;
    }
    set_results(lane, equal, equal);
    arrived &= ~equal;
  }
}

void compute(const Gathering& g, Thread* lane) {
  switch (g.op) {
    case WarpOp::sync: return;
    case WarpOp::shuffle:
      for (u32 rest = g.arrived; rest;) {
        Thread& reader = lane[take_lane(rest)];
        reader.result = g.arrived >> reader.source & 1 ? lane[reader.source].value : poison_lane;
      }
      return;
    case WarpOp::copy:
      for (u32 rest = g.arrived; rest;) {
        const Thread& reader = lane[take_lane(rest)];
        void* const to = reinterpret_cast<void*>(reader.result);
        const Thread& source = lane[reader.source];
        if (g.arrived >> reader.source & 1)
          memcpy(to, reinterpret_cast<const void*>(source.value), reader.bytes);
        else memset(to, int(poison_lane & 0xff), reader.bytes);
      }
      return;
    case WarpOp::ballot: return set_results(lane, g.arrived, lanes_with_predicate(lane, g.arrived));
    case WarpOp::any:
      return set_results(lane, g.arrived, lanes_with_predicate(lane, g.arrived) != 0);
    case WarpOp::all:
      return set_results(lane, g.arrived, lanes_with_predicate(lane, g.arrived) == g.arrived);
    case WarpOp::match: return match(lane, g.arrived);
  }
}

bool is_complete(const Warp& warp, const Gathering& g) { return g.arrived == (g.mask & warp.live); }

// All lanes are there: computes their results, and lets all of them but the running thread go on.
void finish(Warp& warp, u32 number) {
  const Gathering done = warp.gathering[number];
  warp.gathering[number] = warp.gathering[--warp.gatherings];
  Thread* const lane = &block.thread[(&warp - block.warp) * 32];
  compute(done, lane);
  for (u32 l = 32; l-- > 0;) {
    if (done.arrived >> l & 1 && &lane[l] != block.self) make_runnable(lane[l]);
  }
}

u32 gathering_for(Warp& warp, WarpOp op, u32 mask) {
  for (u32 i = 0; i < warp.gatherings; i++) {
    if (warp.gathering[i].op == op && warp.gathering[i].mask == mask) return i;
  }
  warp.gathering[warp.gatherings] = {op, mask, 0};
  return warp.gatherings++;
}

// The running thread comes to a collective, with what it brings in its members, and leaves it when
// all are there.
void gather(Thread& self, WarpOp op, u32 mask) {
  Warp& warp = block.warp[self.number / 32];
  if (!(mask >> self.lane & 1)) {
    fail_as_thread(CUDA_ERROR_LAUNCH_FAILED, "lane %u calls %s with mask %08x, which leaves it out",
                   u32(self.lane), name_of(op), mask);
  }
  const u32 number = gathering_for(warp, op, mask);
  Gathering& gathering = warp.gathering[number];
  gathering.arrived |= 1u << self.lane;
  if (is_complete(warp, gathering)) {
    finish(warp, number);
  } else {
    wait_as(State::at_collective);
  }
}

// The barrier.

u32 barrier_result(const Barrier& barrier) {
  switch (barrier.op) {
    case BarrierOp::sync: return 0;
    case BarrierOp::count: return barrier.predicates;
    case BarrierOp::any: return barrier.predicates != 0;
    case BarrierOp::all: return barrier.predicates == barrier.arrived;
  }
  __builtin_unreachable();
}

// All threads that have not ended are there: lets all of them but the running thread go on.
void open_barrier() {
  Barrier& barrier = block.barrier;
  barrier.result = barrier_result(barrier);
  barrier.arrived = barrier.predicates = 0;
  for (u32 i = block.size; i-- > 0;) {
    if (block.thread[i].state == State::at_barrier) make_runnable(block.thread[i]);
  }
}

// Lives of threads and fibers.

// The running thread has ended: those who waited for it alone go on.
void end_thread(Thread& self) {
  self.state = State::ended;
  block.live--;
  Warp& warp = block.warp[self.number / 32];
  warp.live &= ~(1u << self.lane);
  for (u32 i = warp.gatherings; i-- > 0;) {
    if (is_complete(warp, warp.gathering[i])) finish(warp, i);
  }
  if (block.barrier.arrived && block.barrier.arrived == block.live) open_barrier();
}

// Starts threads, one after the other, until one that has started before is to go on.
void run_threads(Fiber& fiber) {
  for (;;) {
    Thread* thread = block.handed_over;
    while (thread && !thread->fiber) {
      thread->fiber = &fiber;
      become(*thread);
      block.grid.kernel->run(block.grid.args);
      end_thread(*thread);
      thread = next_thread();
    }
    block.idle.push_back(&fiber);
    switch_flow(fiber, flow_of(thread));
  }
}

// Takes fibers away from threads that will never end.
void restart_fibers() {
  block.idle.clear();
  for (auto& fiber : block.fibers) {
    fiber->restart();
    block.idle.push_back(fiber.get());
  }
}

uint3 index_in_block(u32 number) {
  const uint3 size = block.grid.threads;
  if (size.y == 1 && size.z == 1) return {number, 0, 0};
  return {number % size.x, number / size.x % size.y, number / size.x / size.y};
}

void set_threads() {
  const u32 warps = (block.size + 31) / 32;
  for (u32 w = 0; w < warps; w++) {
    const u32 lanes = std::min(block.size - w * 32, 32u);
    block.warp[w].live = lanes == 32 ? ~0u : (1u << lanes) - 1;
    block.warp[w].gatherings = 0;
  }
  // Where nothing else is drawn, threads go in ascending order.
  const Pick picks[] = {Pick::newest, Pick::newest, Pick::newest, Pick::recent,
                        Pick::recent, Pick::recent, Pick::any,    Pick::any};
  block.pick = block.random ? picks[block.random->below(8)] : Pick::newest;
  const bool descending = block.random && block.random->below(2);
  block.runnable.clear();
  for (u32 i = 0; i < block.size; i++) {
    const u32 number = descending ? i : block.size - 1 - i;
    Thread& thread = block.thread[number];
    thread.fiber = nullptr;
    thread.index = index_in_block(number);
    thread.number = u16(number);
    thread.lane = u8(number % 32);
    make_runnable(thread);
  }
}

}  // namespace

void prepare_blocks(const Grid& grid, Random* random) {
  block.grid = grid;
  block.random = random;
  block.size = grid.threads.x * grid.threads.y * grid.threads.z;
  blockDim = grid.threads;
  gridDim = grid.blocks;
  block.runnable.reserve(max_block_threads);
  block.idle.reserve(max_block_threads);
  while (block.fibers.size() < block.size) {
    block.fibers.push_back(std::make_unique<Fiber>(run_threads, block.fibers.size()));
    block.idle.push_back(block.fibers.back().get());
  }
}

CUresult run_block(uint3 index) {
  blockIdx = index;
  block.live = block.size;
  block.failed = CUDA_SUCCESS;
  block.barrier = {};
  set_threads();
  shared_begin(block.grid.shared_bytes);
  {
    const Watch outside(fail_outside);
    switch_flow(block.host, flow_of(next_thread()));
  }
  if (!block.live) return CUDA_SUCCESS;
  if (block.failed == CUDA_SUCCESS) {
    describe_deadlock();
    block.failed = CUDA_ERROR_LAUNCH_FAILED;
  }
  report("kernel %s, block (%u,%u,%u): %s", block.grid.kernel->name, index.x, index.y, index.z,
         block.failure);
  restart_fibers();
  return block.failed;
}

// What kernels call.

u32 block_barrier(BarrierOp op, bool predicate) {
  Barrier& barrier = block.barrier;
  if (barrier.arrived && barrier.op != op) {
    fail_as_thread(CUDA_ERROR_LAUNCH_FAILED, "it comes to %s while others wait in %s", name_of(op),
                   name_of(barrier.op));
  }
  barrier.op = op;
  barrier.arrived++;
  barrier.predicates += predicate;
  if (barrier.arrived == block.live) {
    open_barrier();
  } else {
    wait_as(State::at_barrier);
  }
  return barrier.result;
}

u64 warp_collective(WarpOp op, u32 mask, u64 value, u32 source) {
  Thread& self = *block.self;
  self.value = value;
  self.source = source;
  gather(self, op, mask);
  return self.result;
}

void warp_copy(u32 mask, void* to, const void* from, u32 bytes, u32 source) {
  Thread& self = *block.self;
  self.value = reinterpret_cast<u64>(from);
  self.result = reinterpret_cast<u64>(to);
  self.bytes = bytes;
  self.source = source;
  gather(self, WarpOp::copy, mask);
}

void trap(const char* why) { fail_as_thread(CUDA_ERROR_LAUNCH_FAILED, "%s", why); }

}  // namespace emulator
