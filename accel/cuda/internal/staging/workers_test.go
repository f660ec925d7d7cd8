package staging

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// TestWorkers gives three workers more tasks than they can run, from several goroutines. It closes
// the workers, and goroutines run their tasks from then on.
func TestWorkers(t *testing.T) {
	var w Workers
	var done atomic.Int64
	var callers parallel.WaitGroup
	for range 4 {
		callers.Go(func() {
			for range 200 {
				var tasks sync.WaitGroup
				tasks.Add(3)
				for i := range 3 {
					w.Run(i, func() {
						defer tasks.Done()
						done.Add(1)
					})
				}
				tasks.Wait()
			}
		})
	}
	callers.Wait()
	w.Close()
	if got := done.Load(); got != 4*200*3 {
		t.Errorf("%d tasks of %d were done", got, 4*200*3)
	}
	if w.acquire(0) != nil {
		t.Error("closed workers have threads")
	}
	ran := make(chan struct{})
	w.Run(0, func() { close(ran) })
	<-ran
}

// TestCrowded: where processors are crowded, no thread sleeps and keeps one.
func TestCrowded(t *testing.T) {
	var w Workers
	defer w.Close()
	parallel.Crowd()
	ran := make(chan struct{})
	w.Run(0, func() { close(ran) })
	<-ran
	if len(w.threads) > 0 && parallel.Crowded() {
		t.Error("a thread ran the task")
	}
	for parallel.Crowded() {
		time.Sleep(time.Millisecond)
	}
	ran = make(chan struct{})
	w.Run(0, func() { close(ran) })
	<-ran
	if len(w.threads) == 0 {
		t.Error("no thread ran the task")
	}
}

// TestBusyWorker: nobody waits for a worker that is busy.
func TestBusyWorker(t *testing.T) {
	var w Workers
	begun, end := make(chan struct{}), make(chan struct{})
	w.Run(0, func() { close(begun); <-end })
	<-begun
	if w.acquire(0) != nil {
		t.Error("a busy worker is acquired")
	}
	second := make(chan struct{})
	w.Run(0, func() { close(second) })
	<-second
	close(end)
	for w.threads[0].state.Load() != asleep {
		time.Sleep(time.Millisecond)
	}
	again := make(chan struct{})
	m := w.acquire(0)
	if m == nil {
		t.Fatal("a worker that is asleep is not acquired")
	}
	m.start(func() { close(again) })
	<-again
	w.Close()
}

// TestWorkersSleep has workers sleep long enough to block in the system call.
func TestWorkersSleep(t *testing.T) {
	var w Workers
	var ran [5]int
	for range 20 {
		time.Sleep(2 * time.Millisecond)
		var tasks sync.WaitGroup
		tasks.Add(len(ran))
		for i := range ran {
			w.Run(i, func() {
				ran[i]++
				tasks.Done()
			})
		}
		tasks.Wait()
	}
	w.Close()
	if ran != [5]int{20, 20, 20, 20, 20} {
		t.Errorf("tasks ran %d times", ran)
	}
}
