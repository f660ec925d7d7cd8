package staging

import "sync/atomic"

// futex is a word that one OS thread sleeps on until another one wakes it, without Go's scheduler.
type futex struct{ atomic.Uint32 }
