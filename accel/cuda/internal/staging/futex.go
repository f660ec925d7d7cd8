package staging

import "sync/atomic"

// futex is a word on which an OS thread sleeps until another one wakes it. Go's scheduler has no
// part in that.
type futex struct{ atomic.Uint32 }
