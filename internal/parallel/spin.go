package parallel

import (
	"sync/atomic"
	"time"
)

// A worker that waits looks again after spinTurns multiplications, and sleeps after patience. That
// is as long as it takes to wake a sleeper: where workers sleep for less, they wait for each other.
const (
	spinTurns = 48
	patience  = 200 * time.Microsecond
)

// spin reports whether a condition holds. It looks for a while, or once where processors are
// crowded.
func (r *run) spin(holds func() bool) bool {
	if Crowded() {
		return holds()
	}
	for start := time.Now(); time.Since(start) < patience; {
		for range 8 {
			if holds() {
				return true
			}
			pause()
		}
	}
	return false
}

// sleep sleeps until a condition holds.
func (r *run) sleep(holds func() bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sleepers.Add(1)
	defer r.sleepers.Add(-1)
	for !holds() {
		r.changed.Wait()
	}
}

// wake has sleepers look again.
func (r *run) wake() {
	if r.sleepers.Load() > 0 {
		r.mu.Lock()
		r.changed.Broadcast()
		r.mu.Unlock()
	}
}

// pause passes some nanoseconds in multiplications that depend on each other. They leave the core's
// other thread nearly all of its units.
func pause() {
	x := seed.Load()
	for range spinTurns {
		x *= x
	}
	if x == 2 { // never
		seed.Store(x)
	}
}

var seed atomic.Uint64
