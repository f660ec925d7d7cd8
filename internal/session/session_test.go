//go:build go1.25

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
func step(s *Session, err error) error {
	return s.Compute("step", 8, func(*cuda.Workspace) error { return err })
}

func TestSession(t *testing.T) {
	d, backend, book := open(false)
	s := testFieldOf(d).Session(20)
	if backend.workspaces != 0 {
		t.Error("a workspace before the first computation")
	}
	for range 3 {
		if err := step(s, nil); err != nil {
			t.Errorf("err = %v", err)
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
	if err := step(s, nil); !errors.Is(err, ErrOnCPU) {
		t.Errorf("after Close: err = %v", err)
	}
	wantStatistics(t, d,
		Statistics{DeviceComputations: 3, DeviceElements: 60, CPUComputations: 1, CPUElements: 20,
			BytesUp: 24})
	if lines := book.Lines(t, "vectors done"); len(lines) != 3 || lines[0]["operation"] != "step" {
		t.Errorf("done: %v", lines)
	}
}

func TestSessionOfSmallVectors(t *testing.T) {
	d, backend, book := open(true)
	s := testFieldOf(d).Session(9)
	for range 2 {
		if err := step(s, nil); !errors.Is(err, ErrOnCPU) || backend.calls != 0 {
			t.Errorf("err = %v, %d calls", err, backend.calls)
		}
	}
	if lines := book.Lines(t, "vectors on the CPU"); len(lines) != 2 ||
		lines[1]["reason"] != "small" {
		t.Errorf("on the CPU: %v", lines)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestSessionEndsWithAFailure: what was on the device is gone, and so nothing is asked of it any
// more.
func TestSessionEndsWithAFailure(t *testing.T) {
	d, backend, _ := open(false)
	s := testFieldOf(d).Session(20)
	if err := step(s, nil); err != nil {
		t.Errorf("err = %v", err)
	}
	if err := step(s, errOutOfMemory); !errors.Is(err, ErrOnCPU) || backend.workspaces != 0 {
		t.Errorf("err = %v, %d workspaces", err, backend.workspaces)
	}
	if err := step(s, nil); !errors.Is(err, ErrOnCPU) || backend.calls != 1 {
		t.Errorf("err = %v, %d calls", err, backend.calls)
	}
	wantStatistics(t, d, Statistics{
		DeviceComputations: 1, DeviceElements: 20, CPUComputations: 2, CPUElements: 40, BytesUp: 8,
		Failures: 1,
	})
	if err := s.Close(); err != nil {
		t.Error(err)
	}

	s = testFieldOf(d).Session(20)
	backend.fail(errOutOfMemory)
	if err := step(s, nil); !errors.Is(err, ErrOnCPU) || d.Statistics().Failures != 2 {
		t.Errorf("no workspace: err = %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestNoRoomEndsASession: a lack of room is no failure, not even a strict one.
func TestNoRoomEndsASession(t *testing.T) {
	d, backend, book := open(true)
	s := begun(t, d)
	for range 2 {
		if err := step(s, ErrNoRoom); !errors.Is(err, ErrOnCPU) || backend.workspaces != 0 {
			t.Errorf("err = %v, %d workspaces", err, backend.workspaces)
		}
	}
	wantStatistics(t, d, Statistics{DeviceComputations: 1, DeviceElements: 20, BytesUp: 8})
	if lines := book.Lines(t, "vectors on the CPU"); len(lines) != 2 ||
		lines[1]["reason"] != "no room" {
		t.Errorf("on the CPU: %v", lines)
	}
	s = begun(t, d)
	backend.fail(errOutOfMemory)
	if err := step(s, ErrNoRoom); !errors.Is(err, driver.ErrOutOfMemory) {
		t.Errorf("the workspace's failure: err = %v", err)
	}
}

func TestStrictSession(t *testing.T) {
	d, backend, _ := open(true)
	s := testFieldOf(d).Session(20)
	if err := step(s, errOutOfMemory); !errors.Is(err, driver.ErrOutOfMemory) ||
		backend.workspaces != 0 {
		t.Errorf("err = %v, %d workspaces", err, backend.workspaces)
	}
	s = testFieldOf(d).Session(20)
	if err := step(s, nil); err != nil {
		t.Errorf("err = %v", err)
	}
	backend.fail(errOutOfMemory)
	if err := s.Close(); !errors.Is(err, driver.ErrOutOfMemory) {
		t.Errorf("close: %v", err)
	}
	backend.fail(nil)
	s = testFieldOf(d).Session(20)
	for range 2 {
		if err := step(s, errLost); !errors.Is(err, driver.ErrDeviceLost) {
			t.Errorf("err = %v", err)
		}
	}
}

// TestSessionAtTheEnd: a session that is open ends with the engine.
func TestSessionAtTheEnd(t *testing.T) {
	d, backend, _ := open(false)
	s, other := testFieldOf(d).Session(20), testFieldOf(d).Session(20)
	if err := step(s, nil); err != nil {
		t.Errorf("err = %v", err)
	}
	if err := d.Close(); err != nil || backend.workspaces != 0 {
		t.Errorf("%v, %d workspaces", err, backend.workspaces)
	}
	for _, s := range []*Session{s, other} {
		if err := step(s, nil); !errors.Is(err, ErrClosed) {
			t.Errorf("err = %v", err)
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

// TestSessionsTakeTurns: of sessions that need all memory each waits for the one before, and so
// does a computation that begins while one waits.
func TestSessionsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _, book := open(true)
		m := &memory{free: 10}
		var order []string
		session := func(name string) *Session {
			s := testFieldOf(d).Session(20).Taking(m.take(10))
			if err := step(s, nil); err != nil {
				t.Errorf("%s: err = %v", name, err)
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
			if err := compute(d, 20, new(int)); err != nil {
				t.Errorf("computation: err = %v", err)
			}
			order = append(order, "computation")
		}()
		synctest.Wait()
		if err := step(first, nil); err != nil || len(order) != 1 { // the first goes on meanwhile
			t.Errorf("err = %v, order %v", err, order)
		}
		end(first)
		synctest.Wait()
		if !slices.Equal(order, []string{"first", "second", "computation"}) {
			t.Errorf("the order is %v", order)
		}
		wantStatistics(t, d,
			Statistics{DeviceComputations: 4, DeviceElements: 80, BytesUp: d.Statistics().BytesUp})
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
		if err := step(testFieldOf(d).Session(20).Taking(m.take(5)), nil); err != nil {
			t.Errorf("err = %v", err)
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
		if err := step(testFieldOf(d).Session(20).Taking(m.take(11)), nil); !errors.Is(err,
			ErrOnCPU) || backend.workspaces != 0 {
			t.Errorf("err = %v, %d workspaces", err, backend.workspaces)
		}
	}
	if err := step(testFieldOf(d).Session(20).Taking(m.take(10)), nil); err != nil {
		t.Errorf("err = %v", err)
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
		first := testFieldOf(d).Session(20).Taking(m.take(10))
		if err := step(first, nil); err != nil {
			t.Errorf("err = %v", err)
		}
		var ended atomic.Int64
		for range 2 {
			go func() {
				if err := step(testFieldOf(d).Session(20).Taking(m.take(10)),
					nil); !errors.Is(err, ErrClosed) {
					t.Errorf("err = %v", err)
				}
				ended.Add(1)
			}()
		}
		synctest.Wait()
		go func() {
			if err := compute(d, 20, new(int)); !errors.Is(err, ErrClosed) {
				t.Errorf("computation: err = %v", err)
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
