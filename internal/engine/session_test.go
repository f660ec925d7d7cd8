//go:build go1.25

package engine

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
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
		wantError(t, step(s, nil), nil)
		if backend.workspaces != 1 || backend.calls != 1 {
			t.Errorf("%d workspaces, taken by %d calls", backend.workspaces, backend.calls)
		}
	}
	for range 2 {
		if err := s.Close(); err != nil || backend.workspaces != 0 {
			t.Errorf("%v, %d workspaces", err, backend.workspaces)
		}
	}
	wantError(t, step(s, nil), ErrOnCPU)
	wantStatistics(t, d,
		Statistics{DeviceComputations: 3, DeviceElements: 60, CPUComputations: 1, CPUElements: 20,
			BytesUp: 24})
	wantLines(t, book, 3, "vectors done", "operation", "step")
}

func TestSessionOfSmallVectors(t *testing.T) {
	d, backend, book := open(true)
	s := testFieldOf(d).Session(9)
	for range 2 {
		if err := step(s, nil); !errors.Is(err, ErrOnCPU) || backend.calls != 0 {
			t.Errorf("err = %v, %d calls", err, backend.calls)
		}
	}
	wantLines(t, book, 2, "vectors on the CPU", "reason", "small")
	wantError(t, s.Close(), nil)
}

// TestSessionEndsWithAFailure: what was on the device is gone, and so nothing is asked of it any
// more.
func TestSessionEndsWithAFailure(t *testing.T) {
	d, backend, _ := open(false)
	s := testFieldOf(d).Session(20)
	wantError(t, step(s, nil), nil)
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
	wantError(t, s.Close(), nil)

	s = testFieldOf(d).Session(20)
	backend.fail(errOutOfMemory)
	if err := step(s, nil); !errors.Is(err, ErrOnCPU) || d.Statistics().Failures != 2 {
		t.Errorf("no workspace: err = %v", err)
	}
	wantError(t, s.Close(), nil)
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
	wantLines(t, book, 2, "vectors on the CPU", "reason", "no room")
	s = begun(t, d)
	backend.fail(errOutOfMemory)
	wantError(t, step(s, ErrNoRoom), cuda.ErrOutOfMemory)
}

func TestStrictSession(t *testing.T) {
	d, backend, _ := open(true)
	s := testFieldOf(d).Session(20)
	if err := step(s, errOutOfMemory); !errors.Is(err, cuda.ErrOutOfMemory) ||
		backend.workspaces != 0 {
		t.Errorf("err = %v, %d workspaces", err, backend.workspaces)
	}
	s = testFieldOf(d).Session(20)
	wantError(t, step(s, nil), nil)
	backend.fail(errOutOfMemory)
	wantError(t, s.Close(), cuda.ErrOutOfMemory)
	backend.fail(nil)
	s = testFieldOf(d).Session(20)
	for range 2 {
		wantError(t, step(s, errLost), cuda.ErrDeviceLost)
	}
}

// TestSessionAtTheEnd: a session that is open ends with the engine.
func TestSessionAtTheEnd(t *testing.T) {
	d, backend, _ := open(false)
	s, other := testFieldOf(d).Session(20), testFieldOf(d).Session(20)
	wantError(t, step(s, nil), nil)
	if err := d.Close(); err != nil || backend.workspaces != 0 {
		t.Errorf("%v, %d workspaces", err, backend.workspaces)
	}
	for _, s := range []*Session{s, other} {
		wantError(t, step(s, nil), ErrClosed)
		wantError(t, s.Close(), nil)
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
			wantError(t, s.Close(), nil)
		}
		first := session("first")
		go func() { end(session("second")) }()
		synctest.Wait()
		go func() { // waits behind the second
			wantError(t, compute(d, 20, new(int)), nil)
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
		if failed := book.Entries("device failed, computed on the CPU"); len(failed) != 0 {
			t.Errorf("failures: %v", failed)
		}
	})
}

// TestSessionsBesideEachOther: sessions for which there is room do not wait.
func TestSessionsBesideEachOther(t *testing.T) {
	d, _, _ := open(true)
	m := &memory{free: 10}
	for range 2 {
		wantError(t, step(testFieldOf(d).Session(20).Taking(m.take(5)), nil), nil)
	}
	wantError(t, d.Close(), nil)
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
	wantError(t, step(testFieldOf(d).Session(20).Taking(m.take(10)), nil), nil)
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
		wantError(t, step(first, nil), nil)
		var ended atomic.Int64
		for range 2 {
			go func() {
				wantError(t, step(testFieldOf(d).Session(20).Taking(m.take(10)), nil), ErrClosed)
				ended.Add(1)
			}()
		}
		synctest.Wait()
		go func() {
			wantError(t, compute(d, 20, new(int)), ErrClosed)
			ended.Add(1)
		}()
		synctest.Wait()
		if n := ended.Load(); n != 0 {
			t.Errorf("%d did not wait", n)
		}
		wantError(t, d.Close(), nil)
		synctest.Wait()
		if n := ended.Load(); n != 3 {
			t.Errorf("%d of 3 have ended", n)
		}
	})
}
