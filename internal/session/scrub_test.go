package session

import (
	"errors"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

const damageMessage = "memory of the device was damaged, it is loaded again"

func (f *fakeBackend) damage(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.damaged = n
}

func (f *fakeBackend) scrubbed() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.scrubs
}

// TestScrub finds damage again and again: each time there is a warning, and it is counted.
func TestScrub(t *testing.T) {
	e, backend, book := open(false)
	for n := range 3 {
		backend.damage(n)
		if damaged, err := e.Scrub(); damaged != n || err != nil {
			t.Errorf("%d damaged of %d: %v", damaged, n, err)
		}
	}
	lines := book.Lines(t, damageMessage)
	if use := e.Statistics(); use.Damaged != 3 || use.Failures != 0 || len(lines) != 2 {
		t.Errorf("%+v, logged %v", use, lines)
	}
	backend.damage(1)
	backend.scrubErr = cuda.ErrDamaged
	if _, err := e.Scrub(); !errors.Is(err, cuda.ErrDamaged) {
		t.Errorf("bases that cannot be loaded again: %v", err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Scrub(); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	none := New(nil, errors.New("no device"), Config{Logger: book.Logger})
	if damaged, err := none.Scrub(); damaged != 0 || err != nil {
		t.Errorf("without a device: %d, %v", damaged, err)
	}
}

// TestInvalidResultsScrub: a result that is no point of the curve has the engine look for damage.
func TestInvalidResultsScrub(t *testing.T) {
	for _, strict := range []bool{false, true} {
		e, backend, book := open(strict)
		for range 2 {
			backend.damage(1)
			err := e.MultiExp(&testGroup, points(10), scalars(10), func(*cuda.Result) error {
				return ErrInvalidResult
			})
			if !fellBack(err, strict, ErrInvalidResult) {
				t.Errorf("got %v", err)
			}
		}
		lines := book.Lines(t, damageMessage)
		if use := e.Statistics(); use.Damaged != 2 || len(lines) != 2 {
			t.Errorf("%+v, logged %v", use, lines)
		}
	}
}

// TestPatrol: an engine in use looks for damage now and then.
func TestPatrol(t *testing.T) {
	e, backend, _ := open(false)
	work := func(n int) {
		t.Helper()
		for range n {
			if err := e.MultiExp(&testGroup, points(10), scalars(10), accepted); err != nil {
				t.Fatal(err)
			}
		}
	}
	work(patrolTasks - 1)
	if n := backend.scrubbed(); n != 0 {
		t.Errorf("%d checks before their time", n)
	}
	work(1)
	for deadline := time.Now().Add(2 * time.Minute); backend.scrubbed() == 0; {
		if time.Now().After(deadline) {
			t.Fatal("no check")
		}
		time.Sleep(time.Millisecond)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if n := backend.scrubbed(); n != 1 {
		t.Errorf("%d checks, expected one", n)
	}

	p := patrol{tasks: patrolTasks, last: time.Now()}
	if p.due() {
		t.Error("a check right after another one")
	}
	p.last = time.Now().Add(-patrolPause)
	if !p.due() || p.due() {
		t.Error("no check, or two at once")
	}
	p.done()
	if p.due() {
		t.Error("a check without work since the last")
	}
}
