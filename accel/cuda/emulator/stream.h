// Streams: queues of work that runs when the host waits for it, and no sooner.
//
// Work of one stream runs in the order of its issue. Between streams there is no order but the one
// that the host asked for: a stream waits for an event, and the legacy default stream and the
// streams that heed it wait for each other. What is left open is drawn at random, so that work
// which lacks a dependency runs too early now and then.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "abi.h"
#include "random.h"

namespace emulator {

struct Context;

// One recording of an event.
struct Moment {
  bool happened = false;
  std::chrono::steady_clock::time_point time;
};

struct Work {
  std::function<CUresult()> run;     // empty if there is nothing to do but wait or record
  std::shared_ptr<Moment> awaited;   // runs only after this has happened, if it is set
  std::shared_ptr<Moment> recorded;  // happens when the work has run, if it is set
  uint64_t number = 0;               // the order of issue over all streams
};

enum class StreamKind { legacy, blocking, non_blocking };

class Stream {
 public:
  Stream(Context& context, StreamKind kind) : context(context), kind(kind) {}

  Context& context;
  const StreamKind kind;
  bool destroyed = false;  // by the host: it goes when its work is done

  bool idle() const { return queue_.empty(); }

 private:
  friend class Scheduler;
  std::deque<Work> queue_;
  uint32_t priority_ = 0;
};

class Scheduler {
 public:
  // Starts the random orders anew. 0 is for ascending orders: first issued, first run.
  void reseed(uint64_t seed);

  std::shared_ptr<Stream> add_stream(Context& context, StreamKind kind);

  // Puts work at a stream's end.
  void issue(Stream& stream, Work work);

  // Runs the next piece of work of some stream. Returns false if there is none that may run.
  bool step();

  // Runs work until done() says so, or none is left.
  template <class Done> void run_until(Done done) {
    draw_priorities();
    while (!done() && step()) {
    }
  }

  // Throws away the work of a context. Events recorded by it happen, lest others wait for them for
  // ever.
  void discard(const Context& context);
  // Forgets the streams of a context, which have no work.
  void forget(const Context& context);

  bool idle(const Context& context) const;

  // Where random orders come from; nullptr where everything is in ascending order.
  Random* random() { return seed_ ? &random_ : nullptr; }

 private:
  bool may_run(const Stream& stream) const;
  Stream* choose();
  void draw_priorities();
  void drop_destroyed();

  std::vector<std::shared_ptr<Stream>> streams_;
  uint64_t issued_ = 0;
  uint64_t seed_ = 0;
  Random random_{0};
};

}  // namespace emulator
