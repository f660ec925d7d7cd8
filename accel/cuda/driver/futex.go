package driver

import "sync/atomic"

// Futex is a word that one OS thread sleeps on. The kernel wakes it, without Go's scheduler.
type Futex struct{ atomic.Uint32 }
