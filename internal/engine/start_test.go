package engine

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// begun returns a session that has a workspace.
func begun(t *testing.T, d *Engine) *Session {
	t.Helper()
	s := testFieldOf(d).Session(20)
	if err := step(s, nil); err != nil {
		t.Fatalf("err = %v", err)
	}
	return s
}

// scalarsIn returns none, or a vector of the session that was freed.
func scalarsIn(t *testing.T, s *Session, freed bool) []*cuda.Vector {
	t.Helper()
	if !freed {
		return nil
	}
	v, err := s.workspace.Vector(&testField, 20)
	if err := errors.Join(err, v.Close()); err != nil {
		t.Fatal(err)
	}
	return []*cuda.Vector{v}
}

func TestSums(t *testing.T) {
	d, backend, book := open(true)
	b, s := load(t, d, 20), begun(t, d)
	backend.entered, backend.leave = make(chan struct{}), make(chan struct{})
	wait := s.Start(b, 0, nil, []Accept{accepted})
	<-backend.entered
	// The session goes on while the sum is under way.
	wantError(t, step(s, nil), nil)
	backend.leave <- struct{}{}
	for range 2 {
		wantError(t, wait(), nil)
	}
	wantStatistics(t, d,
		Statistics{DeviceMSMs: 1, DeviceComputations: 2, DeviceElements: 40, BytesUp: 2*8 + 5})
	wantLines(t, book, 1, "msm done", "group", "test_g1")
	wantError(t, s.Close(), nil)
}

// TestSumsOverHostBases: points that are not on the device are sent along.
func TestSumsOverHostBases(t *testing.T) {
	d, _, _, b := loadHostBases(t, true)
	s := begun(t, d)
	if err := s.Start(b, 20, nil, []Accept{accepted})(); err != nil {
		t.Errorf("err = %v", err)
	}
	wantStatistics(t, d,
		Statistics{DeviceMSMs: 1, SentMSMs: 1, DeviceComputations: 1, DeviceElements: 20,
			BytesUp: 8 + 5})
}

// TestSumsLeftToTheCaller: nothing is counted, and nothing is on the device, where the caller
// has to see to the sums.
func TestSumsLeftToTheCaller(t *testing.T) {
	d, backend, _ := open(false)
	large, small := load(t, d, 20), load(t, d, 9)
	ended := begun(t, d)
	if err := ended.Close(); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		s *Session
		b *Loaded
	}{
		"bases that were not loaded": {begun(t, d), small},
		"a session that has ended":   {ended, large},
		"one that has not begun":     {testFieldOf(d).Session(20), large},
	} {
		calls := backend.calls
		if err := test.s.Start(test.b, 0, nil, []Accept{accepted})(); !errors.Is(err,
			ErrOnCPU) || backend.calls != calls {
			t.Errorf("%s: err = %v", name, err)
		}
	}
	if use := d.Statistics(); use.DeviceMSMs != 0 || use.CPUFailure+use.CPUSmall+use.Failures != 0 {
		t.Errorf("%+v", use)
	}
	if err := large.Close(); err != nil {
		t.Fatal(err)
	}
	if err := begun(t, d).Start(large, 0, nil, []Accept{accepted})(); !errors.Is(err, ErrClosed) {
		t.Errorf("closed bases: err = %v", err)
	}
	s, other := begun(t, d), load(t, d, 20)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Start(other, 0, nil, []Accept{accepted})(); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed engine: err = %v", err)
	}
}

// TestFailingSums: a sum that fails leaves the session what it has, unless the device is lost.
func TestFailingSums(t *testing.T) {
	refused := func(*cuda.Result) error { return ErrInvalidResult }
	for name, test := range map[string]struct {
		failure  error
		from     int
		freed    bool // the scalars are
		accept   Accept
		want     error
		ends     bool // the session
		anywhere bool // an error in the default mode, too
	}{
		"a failure":   {failure: errOutOfMemory, accept: accepted, want: cuda.ErrOutOfMemory},
		"a result":    {accept: refused, want: ErrInvalidResult},
		"the scalars": {freed: true, accept: accepted, want: cuda.ErrClosed, ends: true},
		"a range":     {from: 21, accept: accepted, want: ErrRange, anywhere: true},
		"the device":  {failure: errLost, accept: accepted, want: cuda.ErrDeviceLost, ends: true},
	} {
		for _, strict := range []bool{false, true} {
			d, backend, _ := open(strict)
			b, s := load(t, d, 20), begun(t, d)
			scalars := scalarsIn(t, s, test.freed)
			backend.fail(test.failure)
			err := s.Start(b, test.from, scalars, []Accept{test.accept})()
			fails := strict || test.anywhere
			if !fellBack(err, fails, test.want) {
				t.Errorf("%s, strict %v: err = %v", name, strict, err)
			}
			backend.fail(nil)
			if err := step(s, nil); (err != nil) != test.ends {
				t.Errorf("%s, strict %v: the session goes on: %v", name, strict, err)
			}
			err = s.Start(b, 0, nil, []Accept{accepted})()
			lost := errors.Is(test.want, cuda.ErrDeviceLost)
			if test.ends && !fellBack(err, lost && strict, test.want) || !test.ends && err != nil {
				t.Errorf("%s, strict %v: another sum: err = %v", name, strict, err)
			}
			if err := s.Close(); err != nil || backend.workspaces != 0 {
				t.Errorf("%s, strict %v: %v, %d workspaces", name, strict, err, backend.workspaces)
			}
		}
	}
}

// TestExpect has room made for sums. That is done only on a device that works, and a failure is
// nobody's but a strict caller's.
func TestExpect(t *testing.T) {
	d, backend, book := open(false)
	b, small := load(t, d, 20), load(t, d, 9)
	for n, why := range map[int]string{20: "all bases", 9: "too few for the device", 0: "none"} {
		if err := errors.Join(b.Warm(n, 3, DeviceScalars),
			small.Warm(min(n, 9), 1, HostScalars)); err != nil {
			t.Errorf("%s: %v", why, err)
		}
	}
	backend.fail(errOutOfMemory)
	wantError(t, b.Warm(20, 1, DeviceScalars), nil)
	wantLines(t, book, 1, "room for MSMs not made", "level", "debug")
	wantError(t, b.Close(), nil)
	wantError(t, b.Warm(20, 1, DeviceScalars), ErrClosed)
	strict, backend, _ := open(true)
	b = load(t, strict, 20)
	for _, failure := range []error{errOutOfMemory, errLost} {
		backend.fail(failure)
		wantError(t, b.Warm(20, 1, DeviceScalars), failure)
	}
}
