package parallel

import (
	"sync/atomic"
	"time"
)

// crowdedUntil is in nanoseconds since the process began.
var crowdedUntil atomic.Int64

// began is about when the process did.
var began = time.Now()

// memory is how long a crowd is remembered. It is longer than a pause within a stream of proofs.
const memory = 100 * time.Millisecond

// Crowd says that goroutines compete for the processors now.
func Crowd() { crowdedUntil.Store(int64(time.Since(began) + memory)) }

// Crowded reports whether goroutines compete for the processors, or did a moment ago.
//
// A goroutine that sleeps in a system call keeps its processor from others until Go's monitor takes
// it away, after up to 10 ms. One that waits for a channel gives it up at once, and is slower to
// wake.
func Crowded() bool { return int64(time.Since(began)) < crowdedUntil.Load() }
