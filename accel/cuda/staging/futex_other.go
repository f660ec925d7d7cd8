//go:build !linux

package staging

import (
	"sync/atomic"
	"time"
)

// futexWait passes some time. No device can be opened on these systems, so that speed is no matter.
func futexWait(*atomic.Uint32, uint32) { time.Sleep(100 * time.Microsecond) }

// futexWake does nothing: futexWait returns by itself.
func futexWake(*atomic.Uint32) {}
