package parallel

import (
	"errors"
	"strings"
	"testing"
)

func TestTasks(t *testing.T) {
	failure := errors.New("a task's")
	for name, test := range map[string]struct {
		task func() error
		want string
	}{
		"none fails": {func() error { return nil }, ""},
		"an error":   {func() error { return failure }, "a task's"},
		"a panic":    {func() error { panic("no power of two") }, "panic: no power of two"},
	} {
		var tasks Tasks
		done := false
		tasks.Go(func() error { done = true; return nil })
		tasks.Go(test.task)
		err := tasks.Wait()
		if !done || (err == nil) != (test.want == "") ||
			err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
