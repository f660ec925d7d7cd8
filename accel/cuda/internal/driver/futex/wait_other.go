//go:build !linux

package futex

import "time"

// Wait passes some time. No device can be opened on these systems, so that speed is no matter.
func (f *Word) Wait(uint32) { time.Sleep(100 * time.Microsecond) }

// Wake does nothing: Wait returns by itself.
func (f *Word) Wake() {}
