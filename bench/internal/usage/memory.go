// Package usage measures the memory, processor time and device time of a computation.
package usage

import (
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
)

// pollInterval is how often the device's memory is asked for.
const pollInterval = time.Millisecond

// PeakMemory runs f and returns the most memory that the engine had of its device meanwhile. It is
// in bytes, and looked at every millisecond.
func PeakMemory(engine *accel.Engine, f func() error) (peak uint64, err error) {
	return most(func() uint64 { return engine.Statistics().DeviceBytes }, pollInterval, f)
}

// most runs f and returns the largest size that was seen meanwhile, at intervals and at the end.
func most(size func() uint64, interval time.Duration, f func() error) (peak uint64, err error) {
	done, stopped := make(chan struct{}), make(chan struct{})
	look := func() { peak = max(peak, size()) }
	go func() {
		defer close(stopped)
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			look()
			select {
			case <-done:
				return
			case <-ticker.C:
			}
		}
	}()
	err = f()
	close(done)
	<-stopped
	look()
	return peak, err
}
