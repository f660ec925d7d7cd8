package dispatch

import (
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/testlog"
)

// testField has elements of 8 bytes.
var testField = cuda.Field{Name: "test_fr", Limbs: 1}

// testGroup has points of 16 bytes and scalars of 8.
var testGroup = cuda.Group{Name: "test_g1", CoordinateLimbs: 1, ScalarLimbs: 1, ScalarBits: 64}

func points(n int) []byte  { return make([]byte, n*testGroup.PointBytes()) }
func scalars(n int) []byte { return make([]byte, n*testGroup.ScalarBytes()) }

// fakeBackend is a device that does what its fields say.
type fakeBackend struct {
	mu       sync.Mutex
	err      error         // of MultiExp, Load and the Close of bases
	entered  chan struct{} // if not nil, MultiExp sends on it and then waits for leave
	leave    chan struct{}
	calls    int // of MultiExp and Load
	resident int // bases loaded and not closed
	closed   int // calls of Close
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

func (f *fakeBackend) MultiExp(_ *cuda.Group, _, scalars []byte) (*cuda.Result, error) {
	if f.entered != nil {
		f.entered <- struct{}{}
		<-f.leave
	}
	if err := f.call(); err != nil {
		return nil, err
	}
	return &cuda.Result{Report: cuda.Report{Window: 13, Factor: 2, Chunks: 3, BytesUp: uint64(len(scalars))}}, nil
}

func (f *fakeBackend) Load(g *cuda.Group, points []byte) (Resident, error) {
	if err := f.call(); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.resident++
	return &fakeResident{f}, nil
}

// Compute runs compute without a workspace, unless the device fails.
func (f *fakeBackend) Compute(compute func(*cuda.Workspace) error) error {
	if err := f.call(); err != nil {
		return err
	}
	return compute(nil)
}

func (f *fakeBackend) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed++
	return nil
}

type fakeResident struct{ f *fakeBackend }

func (r *fakeResident) MultiExp(_ int, scalars []byte) (*cuda.Result, error) {
	return r.f.MultiExp(nil, nil, scalars)
}

func (r *fakeResident) Close() error {
	r.f.mu.Lock()
	defer r.f.mu.Unlock()
	r.f.resident--
	return r.f.err
}

func accepted(*cuda.Result) error { return nil }

// open returns a dispatcher over a fake device, which sends MSMs of 10 points or more there.
func open(strict bool) (*Dispatcher, *fakeBackend, *testlog.Book) {
	backend, book := new(fakeBackend), new(testlog.Book)
	return New(backend, nil, Config{Strict: strict, MinSize: 10, Logger: book.Logger}), backend, book
}
