package parallel

import (
	"fmt"
	"runtime/debug"

	"golang.org/x/sync/errgroup"
)

// Tasks are tasks that run beside each other. A panic of one is its error: no caller could recover
// from it on another goroutine. The zero value is ready for use.
type Tasks struct{ group errgroup.Group }

// Go begins a task.
func (t *Tasks) Go(task func() error) {
	t.group.Go(func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			}
		}()
		return task()
	})
}

// SetLimit has at most n tasks run at once. It comes before the first.
func (t *Tasks) SetLimit(n int) { t.group.SetLimit(n) }

// Wait waits for all tasks, and returns the first error.
func (t *Tasks) Wait() error { return t.group.Wait() }
