package solve

import (
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"golang.org/x/sys/unix"
)

// checkClock refuses a kind of time that there is none of.
func checkClock(c results.Clock) error {
	if c != results.Wall && c != results.Thread {
		return fmt.Errorf("%w: clock %q; there are wall and thread", ErrSettings, c)
	}
	return nil
}

// start returns a function that tells the time since, by the clock.
func start(c results.Clock) func() time.Duration {
	if c == results.Wall {
		begin := time.Now()
		return func() time.Duration { return time.Since(begin) }
	}
	begin := threadTime()
	return func() time.Duration { return threadTime() - begin }
}

// threadTime returns the processor time of this thread, which the goroutine has to be locked to.
func threadTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
