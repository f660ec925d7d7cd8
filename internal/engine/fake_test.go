package engine

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// testField has elements of 8 bytes.
var testField = cuda.Field{Name: "test_fr", Limbs: 1}

// testGroup has points of 16 bytes and scalars of 8.
var testGroup = cuda.Group{Name: "test_g1", CoordinateLimbs: 1, ScalarLimbs: 1, ScalarBits: 64}

func points(n int) []byte { return make([]byte, n*testGroup.PointBytes()) }

// fakeBackend is a device that does what its fields say. Methods that no test calls are missing.
type fakeBackend struct {
	Backend
	mu       sync.Mutex
	err      error         // of sums, Load, ReserveHostBases and the Close of bases
	full     bool          // Load is out of memory
	entered  chan struct{} // if not nil, sums send on it and then wait for leave
	leave    chan struct{}
	calls    int    // of sums and Load
	headroom uint64 // what the last Load left
	reserved uint64 // what the last Reserve asked for
	resident int    // bases loaded and not closed
	closed   int    // calls of Close

	workspaces int // begun and not ended

	reloads int // of bases
	onHost  map[*cuda.Bases]bool
}

func (f *fakeBackend) fail(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err = err
}

func (f *fakeBackend) call() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	return f.err
}

func (f *fakeBackend) Devices() []cuda.DeviceInfo { return []cuda.DeviceInfo{{Name: "fake"}} }
func (f *fakeBackend) BytesInUse() uint64         { return 42 }

func (f *fakeBackend) ReserveHostBases(*cuda.Group, int) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

const availableOfFake = 4711

func (f *fakeBackend) Available() uint64 { return availableOfFake }

func (f *fakeBackend) Reserve(bytes uint64) error {
	if err := f.call(); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reserved = bytes
	return nil
}

func (f *fakeBackend) Ready(*cuda.Group) error { return f.call() }

func (f *fakeBackend) Settle() error { return nil }

func (f *fakeBackend) HostBases(*cuda.Group, int, []byte) *cuda.Bases {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.onHost == nil {
		f.onHost = make(map[*cuda.Bases]bool)
	}
	bases := new(cuda.Bases)
	f.onHost[bases] = true
	return bases
}

func (f *fakeBackend) Load(
	_ *cuda.Group, _ int, _ []byte, _ *cuda.Vector, headroom uint64,
) (*cuda.Bases, error) {
	if err := f.call(); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.full {
		return nil, errOutOfMemory
	}
	f.resident++
	f.headroom = headroom
	return new(cuda.Bases), nil
}

func (f *fakeBackend) Multiply(*cuda.Bases) error { return f.call() }

// Begin returns a workspace that only counts memory.
func (f *fakeBackend) Begin(context.Context) (*cuda.Workspace, func() error, error) {
	if err := f.call(); err != nil {
		return nil, nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.workspaces++
	w, err := cuda.OpenDry(cuda.Config{MemoryLimit: 1 << 30}).Workspace()
	return w, f.end, err
}

func (f *fakeBackend) end() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.workspaces--
	return f.err
}

func (f *fakeBackend) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed++
	return nil
}

func (f *fakeBackend) Warm(*cuda.Bases, int, int, cuda.Location) error { return f.call() }

func (f *fakeBackend) MultiExp(
	_ *cuda.Bases, _ int, vectors [][]byte,
) (results []*cuda.Result, err error) {
	for _, scalars := range vectors {
		results = append(results, &cuda.Result{Report: cuda.Report{
			Window: 13, Factor: 2, Chunks: 3, BytesUp: uint64(len(scalars)),
		}})
	}
	return results, f.sum()
}

// MultiExpScalars takes any scalars for those of one vector.
func (f *fakeBackend) MultiExpScalars(
	*cuda.Bases, int, *cuda.Scalars,
) ([]*cuda.Result, error) {
	return []*cuda.Result{{Report: cuda.Report{BytesUp: 5}}}, f.sum()
}

func (f *fakeBackend) sum() error {
	if f.entered != nil {
		f.entered <- struct{}{}
		<-f.leave
	}
	return f.call()
}

func (f *fakeBackend) Reload(*cuda.Bases) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reloads++
	return nil
}

func (f *fakeBackend) Free(b *cuda.Bases) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.onHost[b] {
		f.resident--
	}
	return f.err
}

// sum computes one MSM of n scalars over points.
func sum(l *Loaded, n int, accept Accept) error {
	return l.MultiExp(0, [][]byte{make([]byte, n*testGroup.ScalarBytes())}, []Accept{accept})
}

// oneShot computes one MSM over n points that go to the device with it.
func oneShot(e *Engine, n int, accept Accept) error {
	return sum(e.Bring(&testGroup, n, points(n)), n, accept)
}

func accepted(*cuda.Result) error { return nil }

// open returns a engine over a fake device, which sends MSMs of 10 points or more there.
func open(strict bool) (*Engine, *fakeBackend, *logbook.Book) {
	backend, book := new(fakeBackend), new(logbook.Book)
	return New(backend, nil,
		Config{Strict: strict, MinSize: 10, Logger: book.Logger}), backend, book
}

// testFieldOf returns the field of an engine.
func testFieldOf(e *Engine) *Field { return NewField(e, &testField) }

// fellBack says whether err is what a failure gives: itself of a strict engine, or ErrOnCPU.
func fellBack(err error, strict bool, failure error) bool {
	if strict {
		return errors.Is(err, failure)
	}
	return errors.Is(err, ErrOnCPU)
}

// wantError fails the test unless err is the error that is expected, nil for none.
func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("the error is %v, expected %v", err, want)
	}
}

// wantLines expects n lines with a message. Each has the fields, which are keys and values in turn.
func wantLines(t *testing.T, book *logbook.Book, n int, message string, fields ...any) {
	t.Helper()
	lines := book.Entries(message)
	if len(lines) != n {
		t.Errorf("%d lines %q, expected %d: %v", len(lines), message, n, lines)
	}
	for _, line := range lines {
		for i := 0; i < len(fields); i += 2 {
			if key := fields[i].(string); line[key] != fields[i+1] {
				t.Errorf("%s is %v, expected %v: %v", key, line[key], fields[i+1], line)
			}
		}
	}
}
