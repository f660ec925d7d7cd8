// What every entry point does before its own work: takes the lock, counts the call, fails if that
// was asked for, and finds the context.
#pragma once

#include <new>

#include "abi.h"
#include "errors.h"
#include "machine.h"

namespace emulator {

// The handle of the calling thread's current context, 0 if it has none.
extern thread_local uint64_t current_context;

// The context of the calling thread, or in *problem why there is none.
inline Context* find_current(Machine& m, CUresult* problem) {
  const int device = m.device_of_context(current_context);
  Context* context = device < 0 ? nullptr : m.context_of_device(device);
  *problem = context      ? CUDA_SUCCESS
             : device < 0 ? CUDA_ERROR_INVALID_CONTEXT
                          : CUDA_ERROR_CONTEXT_IS_DESTROYED;
  return context;
}

// Counts the call. A failure that was asked for ends the context if it is a sticky one.
inline CUresult count_call(Machine& m, Entry entry) {
  const CUresult injected = m.injector.count(entry, m.device_of_context(current_context));
  CUresult ignored;
  if (is_sticky(injected)) {
    if (Context* context = find_current(m, &ignored)) context->fail_on_demand(injected);
  }
  return injected;
}

// body(machine) -> CUresult. For entry points that work before cuInit.
template <class Body> CUresult anywhere(Entry entry, Body body) {
  Machine& m = machine();
  std::lock_guard<std::mutex> hold(m.lock);
  try {
    const CUresult injected = count_call(m, entry);
    return injected != CUDA_SUCCESS ? injected : body(m);
  } catch (const std::bad_alloc&) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
}

template <class Body> CUresult initialised(Entry entry, Body body) {
  return anywhere(entry,
                  [&](Machine& m) { return m.initialised ? body(m) : CUDA_ERROR_NOT_INITIALIZED; });
}

// body(machine, context) -> CUresult, in the thread's context. A context that failed returns its
// error, also when it fails during the call.
template <class Body> CUresult in_context(Entry entry, Body body) {
  return initialised(entry, [&](Machine& m) {
    CUresult problem;
    Context* context = find_current(m, &problem);
    if (!context) return problem;
    if (context->failure != CUDA_SUCCESS) return context->failure;
    const CUresult result = body(m, *context);
    return context->failure != CUDA_SUCCESS ? context->failure : result;
  });
}

// The same for an entry point that releases something. If the call is made to fail, excuse(machine,
// context) marks what stays alive for that reason, so that it does not count as a leak.
template <class Excuse, class Body> CUresult releasing(Entry entry, Excuse excuse, Body body) {
  bool reached = false;
  const CUresult result = in_context(entry, [&](Machine& m, Context& context) {
    reached = true;
    return body(m, context);
  });
  if (reached || result == CUDA_SUCCESS) return result;
  Machine& m = machine();
  std::lock_guard<std::mutex> hold(m.lock);
  CUresult ignored;
  if (Context* context = find_current(m, &ignored)) excuse(m, *context);
  return result;
}

// The stream that a handle means in this context, nullptr if none.
inline Stream* find_stream(Machine& m, Context& context, CUstream handle) {
  if (!handle || handle == CU_STREAM_LEGACY) return context.default_stream.get();
  StreamObject* object = m.find<StreamObject>(context, handle);
  return object ? object->stream.get() : nullptr;
}

// Puts work into a stream. Lets some of it run at once if the settings say so.
inline void issue(Machine& m, Stream& stream, Work work) {
  m.scheduler.issue(stream, std::move(work));
  Random* random = m.scheduler.random();
  while (random && random->below(100) < m.settings.eager && m.scheduler.step()) {
  }
}

// Runs all work of the context.
inline void finish_work(Machine& m, const Context& context) {
  m.scheduler.run_until([&] { return m.scheduler.idle(context); });
}

}  // namespace emulator
