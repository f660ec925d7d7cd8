#!/bin/sh
# Runs a program with the runtime of AddressSanitizer loaded first, so that it can open a library built with it.
# Leaks are not looked for: Go's memory is unknown to the sanitizer. The emulator counts device memory itself.
runtime=$(g++ -print-file-name=libasan.so)
export ASAN_OPTIONS="detect_leaks=0:${ASAN_OPTIONS:-}" UBSAN_OPTIONS="print_stacktrace=1:${UBSAN_OPTIONS:-}"
LD_PRELOAD=$runtime exec "$@"
