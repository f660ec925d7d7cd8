package usage

import (
	"errors"
	"runtime"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/devices"
)

// Interval is a time in which a device had work.
type Interval struct{ From, To time.Time }

// Busy runs f and returns when one of the engine's devices had work meanwhile. Work is all that was
// queued and had not run to its end. It asks again and again, on a processor of its own, each time
// a matter of microseconds: so finely are the intervals known, and gaps shorter than that, as
// between two kernels, are not seen. What f does is slowed down a little: its time is none to
// report.
func Busy(engine *accel.Engine, f func() error) (intervals []Interval, err error) {
	var failed error
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		was := false
		for {
			busy, err := (*devices.Set)(engine).Busy()
			now := time.Now()
			if err != nil {
				failed = err
				return
			}
			switch {
			case busy && !was:
				intervals = append(intervals, Interval{From: now, To: now})
			case busy || was: // at the first question that finds it idle it has just become so
				intervals[len(intervals)-1].To = now
			}
			was = busy
			select {
			case <-done:
				return
			default:
				runtime.Gosched()
			}
		}
	}()
	err = f()
	close(done)
	<-stopped
	return intervals, errors.Join(err, failed)
}
