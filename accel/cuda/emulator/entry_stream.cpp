// Entry points: streams and events.
#include "entry.h"

using namespace emulator;

// Marks an object that stays alive because its destruction was made to fail.
static void excuse(Machine& m, Context& context, const void* handle) {
  if (Object* object = m.find<Object>(context, handle)) object->excused = true;
}

EMULATOR_EXPORT CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int) {
  return in_context(Entry::cuStreamCreateWithPriority, [&](Machine& m, Context& context) {
    if (!stream || flags & ~CU_STREAM_NON_BLOCKING) return CUDA_ERROR_INVALID_VALUE;
    const StreamKind kind =
        flags & CU_STREAM_NON_BLOCKING ? StreamKind::non_blocking : StreamKind::blocking;
    const uint64_t handle =
        m.add(std::make_unique<StreamObject>(context, m.scheduler.add_stream(context, kind)));
    *stream = reinterpret_cast<CUstream>(handle);
    return CUDA_SUCCESS;
  });
}

// Work that is still in the stream runs all the same.
EMULATOR_EXPORT CUresult cuStreamDestroy_v2(CUstream stream) {
  return releasing(
      Entry::cuStreamDestroy_v2, [&](Machine& m, Context& context) { excuse(m, context, stream); },
      [&](Machine& m, Context& context) {
        StreamObject* object = m.find<StreamObject>(context, stream);
        if (!object) return CUDA_ERROR_INVALID_HANDLE;
        object->stream->destroyed = true;
        m.remove(uint64_t(stream));
        return CUDA_SUCCESS;
      });
}

EMULATOR_EXPORT CUresult cuStreamSynchronize(CUstream handle) {
  return in_context(Entry::cuStreamSynchronize, [&](Machine& m, Context& context) {
    Stream* stream = find_stream(m, context, handle);
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    m.scheduler.run_until([&] { return stream->idle(); });
    context.check_memory("at cuStreamSynchronize");
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuStreamWaitEvent(CUstream handle, CUevent event, unsigned flags) {
  return in_context(Entry::cuStreamWaitEvent, [&](Machine& m, Context& context) {
    Stream* stream = find_stream(m, context, handle);
    const EventObject* object = m.find<EventObject>(event);  // of any context
    if (!stream || !object) return CUDA_ERROR_INVALID_HANDLE;
    if (flags) return CUDA_ERROR_INVALID_VALUE;
    Work work;
    work.awaited = object->moment;  // the recording of now, whatever is recorded later
    issue(m, *stream, std::move(work));
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuEventCreate(CUevent* event, unsigned flags) {
  return in_context(Entry::cuEventCreate, [&](Machine& m, Context& context) {
    if (!event || flags & ~(CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING))
      return CUDA_ERROR_INVALID_VALUE;
    const bool timing = !(flags & CU_EVENT_DISABLE_TIMING);
    *event = reinterpret_cast<CUevent>(m.add(std::make_unique<EventObject>(context, timing)));
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuEventDestroy_v2(CUevent event) {
  return releasing(
      Entry::cuEventDestroy_v2, [&](Machine& m, Context& context) { excuse(m, context, event); },
      [&](Machine& m, Context& context) {
        if (!m.find<EventObject>(context, event)) return CUDA_ERROR_INVALID_HANDLE;
        m.remove(uint64_t(event));
        return CUDA_SUCCESS;
      });
}

EMULATOR_EXPORT CUresult cuEventRecord(CUevent event, CUstream handle) {
  return in_context(Entry::cuEventRecord, [&](Machine& m, Context& context) {
    Stream* stream = find_stream(m, context, handle);
    EventObject* object = m.find<EventObject>(context, event);
    if (!stream || !object) return CUDA_ERROR_INVALID_HANDLE;
    Work work;
    work.recorded = object->moment = std::make_shared<Moment>();
    issue(m, *stream, std::move(work));
    return CUDA_SUCCESS;
  });
}

// A query lets one piece of work run, so that a host that asks again and again gets there.
EMULATOR_EXPORT CUresult cuEventQuery(CUevent event) {
  return in_context(Entry::cuEventQuery, [&](Machine& m, Context& context) {
    const EventObject* object = m.find<EventObject>(context, event);
    if (!object) return CUDA_ERROR_INVALID_HANDLE;
    const std::shared_ptr<Moment> moment = object->moment;
    if (!moment || moment->happened) return CUDA_SUCCESS;
    m.scheduler.step();
    return moment->happened ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
  });
}

EMULATOR_EXPORT CUresult cuEventSynchronize(CUevent event) {
  return in_context(Entry::cuEventSynchronize, [&](Machine& m, Context& context) {
    const EventObject* object = m.find<EventObject>(context, event);
    if (!object) return CUDA_ERROR_INVALID_HANDLE;
    const std::shared_ptr<Moment> moment = object->moment;
    m.scheduler.run_until([&] { return !moment || moment->happened; });
    context.check_memory("at cuEventSynchronize");
    return CUDA_SUCCESS;
  });
}

EMULATOR_EXPORT CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return in_context(Entry::cuEventElapsedTime, [&](Machine& m, Context& context) {
    const EventObject* first = m.find<EventObject>(context, start);
    const EventObject* last = m.find<EventObject>(context, end);
    if (!milliseconds) return CUDA_ERROR_INVALID_VALUE;
    if (!first || !last || !first->timing || !last->timing) return CUDA_ERROR_INVALID_HANDLE;
    if (!first->moment || !last->moment) return CUDA_ERROR_INVALID_HANDLE;
    if (!first->moment->happened || !last->moment->happened) return CUDA_ERROR_NOT_READY;
    const std::chrono::duration<float, std::milli> passed =
        last->moment->time - first->moment->time;
    *milliseconds = passed.count();
    return CUDA_SUCCESS;
  });
}
