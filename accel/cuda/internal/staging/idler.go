package staging

import (
	"runtime"
	"time"
)

// idler passes time between two looks at memory that another core is about to change.
//
// It rarely yields, because that takes the scheduler's lock and may end on another thread. It
// sleeps once the wait is a matter of milliseconds.
type idler struct{ waits int }

func (i *idler) wait() {
	const (
		spins   = 100  // some 50 ns, so that the other core is not robbed of the line at once
		yieldAt = 100  // waits, 5 µs
		sleepAt = 5000 // waits, some 0.5 ms
		nap     = 100 * time.Microsecond
	)
	i.waits++
	switch {
	case i.waits > sleepAt:
		time.Sleep(nap)
	case i.waits%yieldAt == 0:
		runtime.Gosched()
	default:
		for range spins {
		}
	}
}
