package keys

import (
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

type key struct{ _ []int }

// loaded counts its Close calls in a counter that outlives it.
type loaded struct {
	generation int
	closed     *atomic.Int32
	closeError error
}

func (l *loaded) Close() error {
	l.closed.Add(1)
	return l.closeError
}

type fixture struct {
	Cache[*loaded]
	loads, closed atomic.Int32
}

func (f *fixture) load() (*loaded, error) {
	return &loaded{generation: int(f.loads.Add(1)), closed: &f.closed}, nil
}

func (f *fixture) acquire(t *testing.T, k *key) *Lease[*loaded] {
	t.Helper()
	lease, err := f.Acquire(PointerTo(k), func(*loaded) bool { return true }, f.load)
	if err != nil {
		t.Fatal(err)
	}
	return lease
}

func (f *fixture) expect(t *testing.T, loads, closed int32) {
	t.Helper()
	if f.loads.Load() != loads || f.closed.Load() != closed {
		t.Fatalf("%d loads and %d closes, expected %d and %d", f.loads.Load(), f.closed.Load(),
			loads, closed)
	}
}

func release(t *testing.T, lease *Lease[*loaded]) {
	t.Helper()
	if err := lease.Release(); err != nil {
		t.Fatal(err)
	}
}

func TestLoadedOnceForAllUsers(t *testing.T) {
	var f fixture
	k := new(key)
	slow := func() (*loaded, error) {
		time.Sleep(10 * time.Millisecond)
		return f.load()
	}
	var users parallel.WaitGroup
	for range 20 {
		users.Go(func() {
			lease, err := f.Acquire(PointerTo(k), func(*loaded) bool { return true }, slow)
			if err != nil {
				t.Error(err)
				return
			}
			if lease.Value.generation != 1 {
				t.Errorf("generation %d", lease.Value.generation)
			}
			if err := lease.Release(); err != nil {
				t.Error(err)
			}
		})
	}
	users.Wait()
	f.expect(t, 1, 0)
	if f.Len() != 1 {
		t.Fatalf("%d entries", f.Len())
	}
	runtime.KeepAlive(k)
}

func TestReleaseWaitsForTheLastLease(t *testing.T) {
	var f fixture
	k := new(key)
	first, second := f.acquire(t, k), f.acquire(t, k)
	if err := f.Release(PointerTo(k)); err != nil {
		t.Fatal(err)
	}
	f.expect(t, 1, 0)
	release(t, first)
	release(t, first) // a second time changes nothing
	f.expect(t, 1, 0)

	third := f.acquire(t, k) // after the release, a value of its own
	f.expect(t, 2, 0)
	release(t, second)
	f.expect(t, 2, 1)
	release(t, third)
	f.expect(t, 2, 1)
	if err := f.Release(PointerTo(k)); err != nil {
		t.Fatal(err)
	}
	f.expect(t, 2, 2)
	if err := f.Release(PointerTo(k)); err != nil { // nothing there
		t.Fatal(err)
	}
	f.expect(t, 2, 2)
}

func TestReleaseDuringLoad(t *testing.T) {
	var f fixture
	k := new(key)
	lease, err := f.Acquire(PointerTo(k), nil, func() (*loaded, error) {
		if err := f.Release(PointerTo(k)); err != nil {
			t.Error(err)
		}
		return f.load()
	})
	if err != nil {
		t.Fatal(err)
	}
	f.expect(t, 1, 0)
	release(t, lease)
	f.expect(t, 1, 1)
}

// Release must not look at a value that is being loaded: the race detector finds that here, as
// nothing orders the two.
func TestReleaseBesideLoad(t *testing.T) {
	var f fixture
	k := new(key)
	var users parallel.WaitGroup
	lease, err := f.Acquire(PointerTo(k), nil, func() (*loaded, error) {
		users.Go(func() {
			if err := f.Release(PointerTo(k)); err != nil {
				t.Error(err)
			}
		})
		time.Sleep(10 * time.Millisecond)
		return f.load()
	})
	if err != nil {
		t.Fatal(err)
	}
	users.Wait()
	f.expect(t, 1, 0)
	release(t, lease)
	f.expect(t, 1, 1)
}

func TestFailedLoadIsTriedAgain(t *testing.T) {
	var f fixture
	k := new(key)
	failure := errors.New("no memory")
	fails := func() (*loaded, error) { return nil, failure }
	if _, err := f.Acquire(PointerTo(k), nil, fails); !errors.Is(err, failure) {
		t.Fatalf("got %v", err)
	}
	if f.Len() != 0 {
		t.Fatalf("%d entries", f.Len())
	}
	release(t, f.acquire(t, k))
	f.expect(t, 1, 0)
}

func TestPanicInLoadLeavesNoEntry(t *testing.T) {
	var f fixture
	k := new(key)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_, _ = f.Acquire(PointerTo(k), nil, func() (*loaded, error) { panic("load") })
	}()
	release(t, f.acquire(t, k))
	f.expect(t, 1, 0)
}

func TestCloseErrorReachesTheLastHolder(t *testing.T) {
	var f fixture
	k := new(key)
	failure := errors.New("device lost")
	lease, err := f.Acquire(PointerTo(k), nil, func() (*loaded, error) {
		l, err := f.load()
		l.closeError = failure
		return l, err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Release(PointerTo(k)); err != nil {
		t.Fatal(err)
	}
	if err := lease.Release(); !errors.Is(err, failure) {
		t.Fatalf("got %v", err)
	}
}

// eventually runs the collector until a condition holds.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !condition(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within two minutes", what)
		}
		runtime.GC()
	}
}

func TestKeyInsideALargerObject(t *testing.T) {
	var f fixture
	type pair struct {
		_      [4]uint64
		second key
	}
	p := new(pair)
	release(t, f.acquire(t, &p.second))
	release(t, f.acquire(t, &p.second))
	f.expect(t, 1, 0)
	runtime.KeepAlive(p)
	eventually(t, "close", func() bool { return f.closed.Load() == 1 })
}

var global key

func TestGlobalKey(t *testing.T) {
	var f fixture
	release(t, f.acquire(t, &global))
	runtime.GC()
	release(t, f.acquire(t, &global))
	f.expect(t, 1, 0)
	if err := f.Release(PointerTo(&global)); err != nil {
		t.Fatal(err)
	}
	f.expect(t, 1, 1)
}

// Len returns the number of keys that have a value.
func (c *Cache[V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.entries)
}
