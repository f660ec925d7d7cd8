package session

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// step does one computation of a session, which returns err.
func step(s *Session, err error) (done bool, _ error) {
	return s.Compute("step", 8, func(*cuda.Workspace) error { return err })
}

func TestSession(t *testing.T) {
	d, backend, book := open(false)
	s := d.Session(&testField, 20)
	if backend.workspaces != 0 {
		t.Error("a workspace before the first computation")
	}
	for range 3 {
		if done, err := step(s, nil); !done || err != nil {
			t.Errorf("done = %v, err = %v", done, err)
		}
		if backend.workspaces != 1 || backend.calls != 1 {
			t.Errorf("%d workspaces, taken by %d calls", backend.workspaces, backend.calls)
		}
	}
	for range 2 {
		if err := s.Close(); err != nil || backend.workspaces != 0 {
			t.Errorf("%v, %d workspaces", err, backend.workspaces)
		}
	}
	if done, err := step(s, nil); done || err != nil {
		t.Errorf("after Close: done = %v, err = %v", done, err)
	}
	wantStatistics(t, d, Statistics{DeviceComputations: 3, DeviceElements: 60, CPUComputations: 1, CPUElements: 20, BytesUp: 24})
	if lines := book.Lines(t, "vectors done"); len(lines) != 3 || lines[0]["operation"] != "step" {
		t.Errorf("done: %v", lines)
	}
}

func TestSessionOfSmallVectors(t *testing.T) {
	d, backend, book := open(true)
	s := d.Session(&testField, 9)
	for range 2 {
		if done, err := step(s, nil); done || err != nil || backend.calls != 0 {
			t.Errorf("done = %v, err = %v, %d calls", done, err, backend.calls)
		}
	}
	if lines := book.Lines(t, "vectors on the CPU"); len(lines) != 2 || lines[1]["reason"] != "small" {
		t.Errorf("on the CPU: %v", lines)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestSessionEndsWithAFailure: what was on the device is gone, and so nothing is asked of it any more.
func TestSessionEndsWithAFailure(t *testing.T) {
	d, backend, _ := open(false)
	s := d.Session(&testField, 20)
	if done, err := step(s, nil); !done || err != nil {
		t.Errorf("done = %v, err = %v", done, err)
	}
	if done, err := step(s, errOutOfMemory); done || err != nil || backend.workspaces != 0 {
		t.Errorf("done = %v, err = %v, %d workspaces", done, err, backend.workspaces)
	}
	if done, err := step(s, nil); done || err != nil || backend.calls != 1 {
		t.Errorf("done = %v, err = %v, %d calls", done, err, backend.calls)
	}
	wantStatistics(t, d, Statistics{
		DeviceComputations: 1, DeviceElements: 20, CPUComputations: 2, CPUElements: 40, BytesUp: 8, Failures: 1,
	})
	if err := s.Close(); err != nil {
		t.Error(err)
	}

	s = d.Session(&testField, 20)
	backend.fail(errOutOfMemory)
	if done, err := step(s, nil); done || err != nil || d.Statistics().Failures != 2 {
		t.Errorf("no workspace: done = %v, err = %v", done, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestNoRoomEndsASession: that there is no room is no failure, not even a strict one.
func TestNoRoomEndsASession(t *testing.T) {
	d, backend, book := open(true)
	s := begun(t, d)
	for range 2 {
		if done, err := step(s, ErrNoRoom); done || err != nil || backend.workspaces != 0 {
			t.Errorf("done = %v, err = %v, %d workspaces", done, err, backend.workspaces)
		}
	}
	wantStatistics(t, d, Statistics{DeviceComputations: 1, DeviceElements: 20, CPUComputations: 1, CPUElements: 20, BytesUp: 8})
	if lines := book.Lines(t, "vectors on the CPU"); len(lines) != 2 || lines[1]["reason"] != "no room" {
		t.Errorf("on the CPU: %v", lines)
	}
	s = begun(t, d)
	backend.fail(errOutOfMemory)
	if done, err := step(s, ErrNoRoom); done || !errors.Is(err, driver.ErrOutOfMemory) {
		t.Errorf("the workspace's failure: done = %v, err = %v", done, err)
	}
}

func TestStrictSession(t *testing.T) {
	d, backend, _ := open(true)
	s := d.Session(&testField, 20)
	if done, err := step(s, errOutOfMemory); done || !errors.Is(err, driver.ErrOutOfMemory) || backend.workspaces != 0 {
		t.Errorf("done = %v, err = %v, %d workspaces", done, err, backend.workspaces)
	}
	s = d.Session(&testField, 20)
	if done, err := step(s, nil); !done || err != nil {
		t.Errorf("done = %v, err = %v", done, err)
	}
	backend.fail(errOutOfMemory)
	if err := s.Close(); !errors.Is(err, driver.ErrOutOfMemory) {
		t.Errorf("close: %v", err)
	}
	backend.fail(nil)
	s = d.Session(&testField, 20)
	for range 2 {
		if done, err := step(s, errLost); done || !errors.Is(err, driver.ErrDeviceLost) {
			t.Errorf("done = %v, err = %v", done, err)
		}
	}
}

// TestSessionAtTheEnd: a session that is open ends with the engine.
func TestSessionAtTheEnd(t *testing.T) {
	d, backend, _ := open(false)
	s, other := d.Session(&testField, 20), d.Session(&testField, 20)
	if done, err := step(s, nil); !done || err != nil {
		t.Errorf("done = %v, err = %v", done, err)
	}
	if err := d.Close(); err != nil || backend.workspaces != 0 {
		t.Errorf("%v, %d workspaces", err, backend.workspaces)
	}
	for _, s := range []*Session{s, other} {
		if done, err := step(s, nil); done || !errors.Is(err, ErrClosed) {
			t.Errorf("done = %v, err = %v", done, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// memory is so much memory that sessions take at their beginning.
type memory struct {
	mutex sync.Mutex
	free  int
}

func (m *memory) take(n int) func(*cuda.Workspace) error {
	return func(*cuda.Workspace) error {
		m.mutex.Lock()
		defer m.mutex.Unlock()
		if m.free < n {
			return errOutOfMemory
		}
		m.free -= n
		return nil
	}
}

func (m *memory) give(n int) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.free += n
}

// TestSessionsTakeTurns: of sessions that need all memory each waits for the one before, and so does a computation that
// begins while one waits.
func TestSessionsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _, book := open(true)
		m := &memory{free: 10}
		var order []string
		session := func(name string) *Session {
			s := d.Session(&testField, 20).Taking(m.take(10))
			if done, err := step(s, nil); !done || err != nil {
				t.Errorf("%s: done = %v, err = %v", name, done, err)
			}
			order = append(order, name)
			return s
		}
		end := func(s *Session) {
			m.give(10)
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
		first := session("first")
		go func() { end(session("second")) }()
		synctest.Wait()
		go func() { // waits behind the second
			if done, err := compute(d, 20, new(int)); !done || err != nil {
				t.Errorf("computation: done = %v, err = %v", done, err)
			}
			order = append(order, "computation")
		}()
		synctest.Wait()
		if done, err := step(first, nil); !done || err != nil || len(order) != 1 { // the first goes on meanwhile
			t.Errorf("done = %v, err = %v, order %v", done, err, order)
		}
		end(first)
		synctest.Wait()
		if !slices.Equal(order, []string{"first", "second", "computation"}) {
			t.Errorf("the order is %v", order)
		}
		wantStatistics(t, d, Statistics{DeviceComputations: 4, DeviceElements: 80, BytesUp: d.Statistics().BytesUp})
		if failed := book.Lines(t, "device failed, computed on the CPU"); len(failed) != 0 {
			t.Errorf("failures: %v", failed)
		}
	})
}

// TestSessionsBesideEachOther: sessions for which there is room do not wait.
func TestSessionsBesideEachOther(t *testing.T) {
	d, _, _ := open(true)
	m := &memory{free: 10}
	for range 2 {
		if done, err := step(d.Session(&testField, 20).Taking(m.take(5)), nil); !done || err != nil {
			t.Errorf("done = %v, err = %v", done, err)
		}
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}

// TestSessionWithoutRoom: what fails alone too is left to the CPU, and keeps nobody waiting.
func TestSessionWithoutRoom(t *testing.T) {
	d, backend, _ := open(false)
	m := &memory{free: 10}
	for range 2 {
		if done, err := step(d.Session(&testField, 20).Taking(m.take(11)), nil); done || err != nil || backend.workspaces != 0 {
			t.Errorf("done = %v, err = %v, %d workspaces", done, err, backend.workspaces)
		}
	}
	if done, err := step(d.Session(&testField, 20).Taking(m.take(10)), nil); !done || err != nil {
		t.Errorf("done = %v, err = %v", done, err)
	}
	if s := d.Statistics(); s.Failures != 2 || s.CPUComputations != 2 {
		t.Errorf("%+v", s)
	}
}

// TestCloseSendsWaitingSessionsAway: neither who waits for a turn nor Close waits for ever.
func TestCloseSendsWaitingSessionsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _, _ := open(false)
		m := &memory{free: 10}
		first := d.Session(&testField, 20).Taking(m.take(10))
		if done, err := step(first, nil); !done || err != nil {
			t.Errorf("done = %v, err = %v", done, err)
		}
		var ended atomic.Int64
		for range 2 {
			go func() {
				if done, err := step(d.Session(&testField, 20).Taking(m.take(10)), nil); done || !errors.Is(err, ErrClosed) {
					t.Errorf("done = %v, err = %v", done, err)
				}
				ended.Add(1)
			}()
		}
		synctest.Wait()
		go func() {
			if done, err := compute(d, 20, new(int)); done || !errors.Is(err, ErrClosed) {
				t.Errorf("computation: done = %v, err = %v", done, err)
			}
			ended.Add(1)
		}()
		synctest.Wait()
		if n := ended.Load(); n != 0 {
			t.Errorf("%d did not wait", n)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if n := ended.Load(); n != 3 {
			t.Errorf("%d of 3 have ended", n)
		}
	})
}
