#include "fiber.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <new>

#include "sanitizer.h"

#if !defined(__x86_64__) && !defined(__aarch64__)
#include <ucontext.h>
#endif

namespace emulator {

static constexpr size_t fiber_bytes = address_sanitizer ? 512 << 10 : 128 << 10;
static constexpr size_t guard_bytes = 64 << 10;  // a page or more, whatever the page size

// The two ends of the last switch.
static Flow* leaving;
static Flow* entering;

// The switch itself saves the registers that a called function must preserve on the stack that is
// being left, keeps that stack's pointer, and restores the same from the other stack. Status
// registers of the floating-point units are left as they are: kernels compute with integers.
#if defined(__x86_64__)

extern "C" void gnark_accel_emulator_switch(void** from, void* to)
    __attribute__((visibility("hidden")));
__asm__(R"(
.text
.align 16
.type gnark_accel_emulator_switch, @function
.hidden gnark_accel_emulator_switch
.globl gnark_accel_emulator_switch
gnark_accel_emulator_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size gnark_accel_emulator_switch, .-gnark_accel_emulator_switch
)");

// A stack as the switch expects it, with `first` as the address to return to.
static void* first_frame(char* top, void (*first)()) {
  void** slots = reinterpret_cast<void**>(top);
  // Where a return address of `first` would be: the stack is then aligned as after a call.
  *--slots = nullptr;
  *--slots = reinterpret_cast<void*>(first);
  for (int i = 0; i < 6; i++) *--slots = nullptr;
  return slots;
}

#elif defined(__aarch64__)

extern "C" void gnark_accel_emulator_switch(void** from, void* to)
    __attribute__((visibility("hidden")));
__asm__(R"(
.text
.align 4
.type gnark_accel_emulator_switch, %function
.hidden gnark_accel_emulator_switch
.globl gnark_accel_emulator_switch
gnark_accel_emulator_switch:
  stp x29, x30, [sp, #-160]!
  stp x19, x20, [sp, #16]
  stp x21, x22, [sp, #32]
  stp x23, x24, [sp, #48]
  stp x25, x26, [sp, #64]
  stp x27, x28, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #16]
  ldp x21, x22, [sp, #32]
  ldp x23, x24, [sp, #48]
  ldp x25, x26, [sp, #64]
  ldp x27, x28, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  ldp x29, x30, [sp], #160
  ret
.size gnark_accel_emulator_switch, .-gnark_accel_emulator_switch
)");

static void* first_frame(char* top, void (*first)()) {
  void** slots = reinterpret_cast<void**>(top) - 20;
  memset(slots, 0, 20 * sizeof *slots);
  slots[1] = reinterpret_cast<void*>(first);  // x30, the address to return to
  return slots;
}

#else

// Elsewhere the C library does it, at the price of a system call a switch.
static void gnark_accel_emulator_switch(void** from, void* to) {
  ucontext_t here;
  *from = &here;
  swapcontext(&here, static_cast<ucontext_t*>(to));
}

static void* first_frame(char* top, void (*first)()) {
  top -= (sizeof(ucontext_t) + 63) / 64 * 64;
  ucontext_t* context = reinterpret_cast<ucontext_t*>(top);
  getcontext(context);
  context->uc_link = nullptr;
  context->uc_stack.ss_sp = top - fiber_bytes / 2;
  context->uc_stack.ss_size = fiber_bytes / 2;
  makecontext(context, first, 0);
  return context;
}

#endif

void switch_flow(Flow& from, Flow& to) {
  leaving = &from;
  entering = &to;
  sanitizer_leave(&from.fake_stack, to.stack, to.stack_bytes);
  gnark_accel_emulator_switch(&from.stack_pointer, to.stack_pointer);
  sanitizer_enter(from.fake_stack, &leaving->stack, &leaving->stack_bytes);
}

void Fiber::first_words() {
  sanitizer_enter(nullptr, &leaving->stack, &leaving->stack_bytes);
  Fiber& self = static_cast<Fiber&>(*entering);
  self.entry_(self);
  __builtin_trap();
}

Fiber::Fiber(void (*entry)(Fiber&), size_t number) : entry_(entry) {
  mapping_ = mmap(nullptr, guard_bytes + fiber_bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping_ == MAP_FAILED) throw std::bad_alloc();
  mprotect(mapping_, guard_bytes, PROT_NONE);
  stack = static_cast<char*>(mapping_) + guard_bytes;
  stack_bytes = fiber_bytes;
  // Stacks start at different offsets in their pages, or the hot ends of all of them would share a
  // few cache sets.
  top_ = static_cast<char*>(mapping_) + guard_bytes + fiber_bytes - number % 61 * 64;
  restart();
}

Fiber::~Fiber() { munmap(mapping_, guard_bytes + fiber_bytes); }

void Fiber::restart() {
  sanitizer_clean(stack, stack_bytes);
  fake_stack = nullptr;
  stack_pointer = first_frame(top_, first_words);
}

}  // namespace emulator
