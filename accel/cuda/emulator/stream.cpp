#include "stream.h"

#include <algorithm>

#include "context.h"

namespace emulator {

void Scheduler::reseed(uint64_t seed) {
  seed_ = seed;
  random_ = Random(seed);
}

std::shared_ptr<Stream> Scheduler::add_stream(Context& context, StreamKind kind) {
  streams_.push_back(std::make_shared<Stream>(context, kind));
  return streams_.back();
}

void Scheduler::issue(Stream& stream, Work work) {
  work.number = ++issued_;
  stream.queue_.push_back(std::move(work));
}

// The rule of the legacy default stream: its work waits for all earlier work of the streams that
// heed it, and theirs for all earlier work of it.
static bool heed_each_other(const Stream& a, const Stream& b) {
  if (&a.context != &b.context || a.kind == b.kind) return false;
  return a.kind != StreamKind::non_blocking && b.kind != StreamKind::non_blocking;
}

bool Scheduler::may_run(const Stream& stream) const {
  if (stream.idle()) return false;
  const Work& work = stream.queue_.front();
  if (work.awaited && !work.awaited->happened) return false;
  return std::none_of(streams_.begin(), streams_.end(), [&](const std::shared_ptr<Stream>& other) {
    return !other->idle() && other->queue_.front().number < work.number &&
           heed_each_other(stream, *other);
  });
}

void Scheduler::draw_priorities() {
  if (!seed_) return;
  for (auto& stream : streams_) stream->priority_ = random_.below(1u << 16);
}

// Mostly the stream that has been drawn to go first, so that it runs far ahead of the others,
// sometimes any. Without randomness, the one whose work was issued first.
Stream* Scheduler::choose() {
  const bool any = seed_ && random_.below(4) == 0;
  Stream* best = nullptr;
  uint64_t best_rank = 0;
  for (auto& stream : streams_) {
    if (!may_run(*stream)) continue;
    const uint64_t rank = !seed_ ? stream->queue_.front().number
                          : any  ? random_.below(1u << 16)
                                 : stream->priority_;
    if (best && rank >= best_rank) continue;
    best = stream.get();
    best_rank = rank;
  }
  return best;
}

bool Scheduler::step() {
  Stream* stream = choose();
  if (!stream) return false;
  Context& context = stream->context;
  const Work work = std::move(stream->queue_.front());
  stream->queue_.pop_front();
  const CUresult result = work.run ? work.run() : CUDA_SUCCESS;
  if (work.recorded) {
    work.recorded->time = std::chrono::steady_clock::now();
    work.recorded->happened = true;
  }
  if (result != CUDA_SUCCESS) context.fail(result);
  drop_destroyed();
  return true;
}

void Scheduler::drop_destroyed() {
  const auto gone = [](const std::shared_ptr<Stream>& stream) {
    return stream->destroyed && stream->idle();
  };
  streams_.erase(std::remove_if(streams_.begin(), streams_.end(), gone), streams_.end());
}

void Scheduler::discard(const Context& context) {
  for (auto& stream : streams_) {
    if (&stream->context != &context) continue;
    for (const Work& work : stream->queue_) {
      if (work.recorded) work.recorded->happened = true;
    }
    stream->queue_.clear();
  }
  drop_destroyed();
}

void Scheduler::forget(const Context& context) {
  const auto gone = [&](const std::shared_ptr<Stream>& stream) {
    return &stream->context == &context;
  };
  streams_.erase(std::remove_if(streams_.begin(), streams_.end(), gone), streams_.end());
}

bool Scheduler::idle(const Context& context) const {
  return std::all_of(streams_.begin(), streams_.end(), [&](const std::shared_ptr<Stream>& stream) {
    return &stream->context != &context || stream->idle();
  });
}

}  // namespace emulator
