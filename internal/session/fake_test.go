package session

import (
	"context"
	"errors"
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
	err      error         // of MultiExp, Load, ReserveHostBases and the Close of bases
	full     bool          // Load is out of memory
	entered  chan struct{} // if not nil, MultiExp sends on it and then waits for leave
	leave    chan struct{}
	calls    int    // of MultiExp and Load
	points   []byte // of the last MultiExp over points that were sent along
	headroom uint64 // what the last Load left
	reserved uint64 // what the last Reserve asked for
	resident int    // bases loaded and not closed
	closed   int    // calls of Close

	workspaces int // begun and not ended

	reloads int // of bases
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

func (f *fakeBackend) Renew() error { return f.call() }

func (f *fakeBackend) Busy() (bool, error) { return f.calls > 0, f.call() }

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

func (f *fakeBackend) Pin([]byte) error   { return f.call() }
func (f *fakeBackend) Unpin([]byte) error { return nil }

// sent returns the points that went to the device with the last MSM.
func (f *fakeBackend) sent() []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.points
}

func (f *fakeBackend) MultiExp(_ *cuda.Group, points, scalars []byte) (*cuda.Result, error) {
	if f.entered != nil {
		f.entered <- struct{}{}
		<-f.leave
	}
	if err := f.call(); err != nil {
		return nil, err
	}
	f.mu.Lock()
	f.points = points
	f.mu.Unlock()
	return &cuda.Result{Report: cuda.Report{Window: 13, Factor: 2, Chunks: 3,
		BytesUp: uint64(len(scalars))}}, nil
}

func (f *fakeBackend) Plan(*cuda.Group, int, cuda.Location) (*cuda.Plan, error) {
	return new(cuda.Plan), f.call()
}

func (f *fakeBackend) Rehearse(*cuda.Group, int, int, cuda.Location) error { return f.call() }

func (f *fakeBackend) Unaffected(*cuda.Group, int, uint64, uint64) bool { return true }

func (f *fakeBackend) Load(
	_ *cuda.Group, _ int, _ []byte, _ *cuda.Vector, headroom uint64,
) (Resident, error) {
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
	return &fakeResident{f}, nil
}

func (f *fakeBackend) Products(*cuda.Group) (float64, error) { return 1, f.call() }

// Begin returns no workspace, for there is nothing to compute with.
func (f *fakeBackend) Begin(context.Context) (*cuda.Workspace, func() error, error) {
	if err := f.call(); err != nil {
		return nil, nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.workspaces++
	return nil, f.end, nil
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

type fakeResident struct{ f *fakeBackend }

func (r *fakeResident) Shape() cuda.Shape { return cuda.Shape{} }
func (r *fakeResident) Bytes() uint64     { return 0 }

func (r *fakeResident) Plan(int, int, cuda.Location) (*cuda.Plan, error) {
	return r.f.Plan(nil, 0, 0)
}

func (r *fakeResident) Rehearse(int, int, cuda.Location) error { return r.f.call() }

func (r *fakeResident) Warm(int, int, cuda.Location) error { return r.f.call() }

func (r *fakeResident) MultiExpBatch(_ int, vectors [][]byte) (results []*cuda.Result, err error) {
	for _, scalars := range vectors {
		result, err := r.f.MultiExp(nil, nil, scalars)
		if err != nil {
			return nil, err
		}
		results = append(results, result)
	}
	return results, nil
}

// MultiExpVector takes any vector for an empty one: a fake workspace has no others.
func (f *fakeBackend) MultiExpVector(_ *cuda.Group, points []byte,
	_ *cuda.Vector) (*cuda.Result, error) {
	if err := f.call(); err != nil {
		return nil, err
	}
	f.mu.Lock()
	f.points = points
	f.mu.Unlock()
	return &cuda.Result{Report: cuda.Report{BytesUp: 5}}, nil
}

func (r *fakeResident) MultiExpVector(int, *cuda.Vector) (*cuda.Result, error) {
	return r.f.MultiExpVector(nil, nil, nil)
}

// MultiExpScalars takes any scalars for those of one vector that is empty.
func (f *fakeBackend) MultiExpScalars(_ *cuda.Group, points []byte,
	_ *cuda.Scalars) ([]*cuda.Result, error) {
	if f.entered != nil {
		f.entered <- struct{}{}
		<-f.leave
	}
	result, err := f.MultiExpVector(nil, points, nil)
	return []*cuda.Result{result}, err
}

func (r *fakeResident) MultiExpScalars(int, *cuda.Scalars) ([]*cuda.Result, error) {
	return r.f.MultiExpScalars(nil, nil, nil)
}

// sum computes one MSM over bases.
func sum(b *Bases, from int, scalars []byte, accept Accept) error {
	return b.MultiExp(from, [][]byte{scalars}, []Accept{accept})
}

func (r *fakeResident) Reload() error {
	r.f.mu.Lock()
	defer r.f.mu.Unlock()
	r.f.reloads++
	return nil
}

func (r *fakeResident) Close() error {
	r.f.mu.Lock()
	defer r.f.mu.Unlock()
	r.f.resident--
	return r.f.err
}

func accepted(*cuda.Result) error { return nil }

// open returns a engine over a fake device, which sends MSMs of 10 points or more there.
func open(strict bool) (*Engine, *fakeBackend, *testlog.Book) {
	backend, book := new(fakeBackend), new(testlog.Book)
	return New(backend, nil,
		Config{Strict: strict, MinSize: 10, Logger: book.Logger}), backend, book
}

// testFieldOf returns the field of an engine.
func testFieldOf(e *Engine) *Field { return NewField(func() *Engine { return e }, &testField) }

// fellBack says whether err is what a failure gives: itself of a strict engine, or ErrOnCPU.
func fellBack(err error, strict bool, failure error) bool {
	if strict {
		return errors.Is(err, failure)
	}
	return errors.Is(err, ErrOnCPU)
}
