// Package futex lets an OS thread sleep until another one wakes it, without Go's scheduler.
package futex

import "sync/atomic"

// Word is a word that one OS thread sleeps on. The kernel wakes it.
type Word struct{ atomic.Uint32 }
