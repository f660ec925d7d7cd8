package solve

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// Clock is the kind of time that is measured.
type Clock string

// Clocks.
const (
	Wall Clock = "wall"
	// Thread is the processor time of the solving thread, for machines that others use too.
	Thread Clock = "thread"
)

func (c Clock) check() error {
	if c != Wall && c != Thread {
		return fmt.Errorf("%w: clock %q; there are wall and thread", ErrSettings, c)
	}
	return nil
}

// start returns a function that tells the time since.
func (c Clock) start() func() time.Duration {
	if c == Wall {
		start := time.Now()
		return func() time.Duration { return time.Since(start) }
	}
	start := threadTime()
	return func() time.Duration { return threadTime() - start }
}

// threadTime returns the processor time of this thread, which the goroutine has to be locked to.
func threadTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
