//go:build !linux

package staging

import "time"

// wait passes some time. No device can be opened on these systems, so that speed is no matter.
func (f *futex) wait(uint32) { time.Sleep(100 * time.Microsecond) }

// wake does nothing: wait returns by itself.
func (f *futex) wake() {}
