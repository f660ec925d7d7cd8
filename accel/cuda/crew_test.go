//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestCrew gives members more to do than there are members, from several goroutines, and closes the crew, which then leaves its
// work to goroutines.
func TestCrew(t *testing.T) {
	var c crew
	var done atomic.Int64
	var callers sync.WaitGroup
	for range 4 {
		callers.Go(func() {
			for range 200 {
				var tasks sync.WaitGroup
				tasks.Add(3)
				for i := range 3 {
					c.run(i, func() {
						defer tasks.Done()
						done.Add(1)
					})
				}
				tasks.Wait()
			}
		})
	}
	callers.Wait()
	c.close()
	if got := done.Load(); got != 4*200*3 {
		t.Errorf("%d tasks of %d were done", got, 4*200*3)
	}
	if c.hire(0) != nil {
		t.Error("a closed crew has members")
	}
	ran := make(chan struct{})
	c.run(0, func() { close(ran) })
	<-ran
}

// TestCrewBusy has a member at work for somebody else: nobody waits for it.
func TestCrewBusy(t *testing.T) {
	var c crew
	begun, end := make(chan struct{}), make(chan struct{})
	c.run(0, func() { close(begun); <-end })
	<-begun
	if c.hire(0) != nil {
		t.Error("a member that is at work is hired")
	}
	second := make(chan struct{})
	c.run(0, func() { close(second) })
	<-second
	close(end)
	for c.members[0].state.Load() != asleep {
		time.Sleep(time.Millisecond)
	}
	again := make(chan struct{})
	m := c.hire(0)
	if m == nil {
		t.Fatal("a member that is asleep is not hired")
	}
	m.do(func() { close(again) })
	<-again
	c.close()
}

// TestCrewSleeps has members sleep long enough that they block in the system call.
func TestCrewSleeps(t *testing.T) {
	var c crew
	for range 20 {
		time.Sleep(2 * time.Millisecond)
		var tasks sync.WaitGroup
		tasks.Add(5)
		for i := range 5 {
			c.run(i, tasks.Done)
		}
		tasks.Wait()
	}
	c.close()
}
