//go:build go1.25

package solver

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

type memory struct{ dropped atomic.Bool }

func (m *memory) Drop() { m.dropped.Store(true) }

func TestPool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s pool[*memory]
		if _, ok := s.Get(); ok {
			t.Fatal("memory out of nothing")
		}
		all := []*memory{{}, {}, {}}
		for _, m := range all {
			s.Put(m)
		}
		for range 10 { // one solution at a time
			time.Sleep(pause / 4)
			m, ok := s.Get()
			if !ok || m != all[2] {
				t.Fatal("another memory than that of the solution before")
			}
			s.Put(m)
		}
		if n := s.Len(); n != 1 || !all[0].dropped.Load() || !all[1].dropped.Load() {
			t.Errorf("memory of %d solutions is kept for one", n)
		}
		if all[2].dropped.Load() {
			t.Error("memory in use was dropped")
		}
		time.Sleep(3 * pause)
		if n := s.Len(); n != 0 || !all[2].dropped.Load() {
			t.Errorf("memory of %d solutions is kept for none", n)
		}
	})
}
