#include "outside.h"

#include "sanitizer.h"

namespace emulator {

static pthread_t watched;
static void (*call)(const void* address);
static struct sigaction theirs;

static void on_signal(int signal, siginfo_t* info, void* context) {
  if (pthread_equal(pthread_self(), watched)) call(info->si_addr);
  if (theirs.sa_flags & SA_SIGINFO) return theirs.sa_sigaction(signal, info, context);
  sigaction(signal, &theirs, nullptr);  // the access is made again
}

Watch::Watch(void (*outside)(const void*)) {
  if (address_sanitizer) return;
  watched = pthread_self();
  call = outside;
  struct sigaction ours = {};
  ours.sa_sigaction = on_signal;
  // The function leaves the handler by changing stacks: the signal must not stay blocked.
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGSEGV, nullptr, &before_);
  theirs = before_;
  sigaction(SIGSEGV, &ours, nullptr);
}

Watch::~Watch() {
  if (!address_sanitizer) sigaction(SIGSEGV, &before_, nullptr);
}

}  // namespace emulator
