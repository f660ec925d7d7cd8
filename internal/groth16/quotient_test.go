package groth16

import (
	"errors"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// check compares the quotient, and its sum over bases, with oracles. The
// values must not change.
func (o *over[P1, P2, E, S]) check(t *testing.T, e *accel.Engine, bases *multiexp.Bases[P1, E],
	v *Values[E]) {
	t.Helper()
	n, before := v.Domain.Len(), slices.Concat(v.A, v.B, v.C)
	want := o.oracle(v)
	h, err := ComputeQuotient[E, S](o.field(e), v)
	if err != nil {
		t.Fatalf("%d values on a domain of %d: %v", len(v.A), n, err)
	}
	if !equal(h, want) || !S(&h[n-1]).IsZero() {
		t.Errorf("%d values on a domain of %d: a wrong quotient", len(v.A), n)
	}
	sum, err := QuotientSum[P1, E, S](t.Context(), o.field(e), vectorOf(bases), v, nil)
	if err != nil {
		t.Fatalf("sum with %d values on a domain of %d: %v", len(v.A), n, err)
	}
	if sum != sumOf(t, o.g1, bases.Points(), want[:n-1]) {
		t.Errorf("%d values on a domain of %d: a wrong sum", len(v.A), n)
	}
	if !equal(slices.Concat(v.A, v.B, v.C), before) {
		t.Error("the values were modified")
	}
}

// equal compares elements, which are reduced and so have one form.
func equal[E any](a, b []E) bool {
	return slices.EqualFunc(a, b, func(x, y E) bool { return any(x) == any(y) })
}

func (o *over[P1, P2, E, S]) testQuotient(t *testing.T) {
	e := devicetest.Open(t, accel.WithStrict(), accel.WithPrecompute(accel.PrecomputeFactor(2)))
	largest := 256
	if devicetest.Thorough(o.name == "bn254") {
		largest = 2048
	}
	bases := o.load(t, e, largest+3)
	var quotients, elements, values uint64
	for n := 2; n <= largest; n *= 2 {
		for _, k := range []int{n, n/2 + 1, 0} {
			o.check(t, e, bases, o.values(k, n))
			quotients, elements, values = quotients+1, elements+uint64(n), values+uint64(k)
		}
	}
	s := e.Statistics()
	if s.DeviceComputations != 2*quotients || s.DeviceElements != 2*elements ||
		s.DeviceMSMs != quotients || s.DevicePoints != elements-quotients ||
		s.CPUComputations != 0 || s.Failures != 0 {
		t.Errorf("%d quotients of %d elements: %+v", quotients, elements, s)
	}
	if s.BytesUp != o.field(e).Bytes(2*2*int(values)) { // nothing goes up for the sums
		t.Errorf("%d bytes sent for %d values", s.BytesUp, values)
	}
}

// TestQuotientsAtOnce has quotients at once over one vector of bases, and one that is closed.
func TestQuotientsAtOnce(t *testing.T) {
	o := &onbn254
	e := devicetest.Open(t, accel.WithStrict())
	bases, closing := o.load(t, e, 64), o.load(t, e, 64)
	var all parallel.WaitGroup
	for i := range 4 {
		v := o.values(50+i, 64)
		all.Go(func() { o.check(t, e, bases, v) })
		all.Go(func() {
			if i == 2 {
				if err := closing.Close(); err != nil {
					t.Error(err)
				}
				return
			}
			_, err := QuotientSum(t.Context(), o.field(e), vectorOf(closing), v, nil)
			if err != nil && !errors.Is(err, accel.ErrClosed) {
				t.Errorf("bases that are closed: %v", err)
			}
		})
	}
	all.Wait()
}

// TestQuotientWithLittleMemory sends points that do not fit the device to a quotient that stays
// there. Without room for the quotient it is left to the CPU, or a strict engine fails.
func TestQuotientWithLittleMemory(t *testing.T) {
	devicetest.Require(t)
	o := &onbn254
	const n = 256
	v, points := o.values(200, n), o.points1(o.elements(4*n, 3))
	limit := devicetest.LeastMemory(t, func(limit uint64) error {
		e := devicetest.Open(t, accel.WithStrict(), accel.WithMemoryLimit(limit))
		bases, err := o.g1(e).Load(points, 0)
		if err == nil {
			err = bases.Close()
		}
		return err
	})
	for _, strict := range []bool{false, true} {
		for _, room := range []uint64{0, 4 * n * 32} { // the points take twice as much or more
			opts := []accel.Option{accel.WithMemoryLimit(limit + room)}
			if strict {
				opts = append(opts, accel.WithStrict())
			}
			e := devicetest.Open(t, opts...)
			bases, err := o.g1(e).Load(points, 0)
			if err != nil {
				t.Fatal(err)
			}
			sum, err := QuotientSum(t.Context(), o.field(e), vectorOf(bases), v, nil)
			s := e.Statistics()
			switch {
			case room > 0:
				if !onDevice(err) || sum != sumOf(t, o.g1, points, o.oracle(v)[:n-1]) ||
					s.SentMSMs != 1 || s.DeviceBytes > limit+room {
					t.Errorf("strict = %v, points sent along: %v: %+v", strict, err, s)
				}
			case strict && !errors.Is(err, accel.ErrOutOfMemory),
				!strict && (!leftToCPU(err) || s.CPUComputations != 1):
				t.Errorf("strict = %v, no room: %v: %+v", strict, err, s)
			}
			if err := bases.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestQuotientsTakeTurns has quotients at once where there is memory for one.
func TestQuotientsTakeTurns(t *testing.T) {
	devicetest.Require(t)
	o := &onbn254
	const n = 64
	v, points := o.values(n, n), o.points1(o.elements(n, 3))
	limit := devicetest.LeastMemory(t, func(limit uint64) error {
		e := devicetest.Open(t, accel.WithStrict(), accel.WithMemoryLimit(limit))
		err := ReserveQuotient(o.field(e), n, nil)
		if err == nil {
			_, err = o.g1(e).Load(points, 0)
		}
		return err
	})
	e := devicetest.Open(t, accel.WithStrict(), accel.WithMemoryLimit(limit))
	if err := ReserveQuotient(o.field(e), n, nil); err != nil {
		t.Fatal(err)
	}
	bases, err := o.g1(e).Load(points, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer bases.Close()
	var all parallel.WaitGroup
	for range 5 {
		all.Go(func() { o.check(t, e, bases, v) })
	}
	all.Wait()
	s := e.Statistics()
	if s.Failures != 0 || s.DeviceComputations != 10 || s.SentMSMs != 5 ||
		s.DeviceBytes > limit {
		t.Errorf("%+v", s)
	}
}

// TestReserveQuotient: points that would fit the device leave the memory that a quotient reserved.
// They are sent to meet it.
func TestReserveQuotient(t *testing.T) {
	devicetest.Require(t)
	o := &onbn254
	const n = 256
	v, points := o.values(n, n), o.points1(o.elements(4*n, 3))
	limit := uint64(len(points)) * 2 * 32
	limit += devicetest.LeastMemory(t, func(limit uint64) error {
		e := devicetest.Open(t, accel.WithStrict(), accel.WithMemoryLimit(limit))
		_, err := o.g1(e).Load(points, 0)
		return err
	})
	for _, reserved := range []bool{false, true} {
		e := devicetest.Open(t, accel.WithStrict(), accel.WithMemoryLimit(limit))
		if reserved {
			if err := ReserveQuotient(o.field(e), n, nil); err != nil {
				t.Fatal(err)
			}
		}
		bases, err := o.g1(e).Load(points, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = QuotientSum(t.Context(), o.field(e), vectorOf(bases), v, nil)
		s := e.Statistics()
		if onDevice(err) != reserved || !reserved && !errors.Is(err, accel.ErrOutOfMemory) ||
			reserved && s.SentMSMs != 1 || s.DeviceBytes > limit {
			t.Errorf("reserved = %v: %v: %+v", reserved, err, s)
		}
		if err := bases.Close(); err != nil {
			t.Error(err)
		}
	}
	tight := o.field(devicetest.Open(t, accel.WithStrict(), accel.WithMemoryLimit(n*32)))
	if err := ReserveQuotient(tight, n, nil); !errors.Is(err, accel.ErrOutOfMemory) {
		t.Errorf("without room: %v", err)
	}
	none, one := ReserveQuotient(tight, 0, nil), ReserveQuotient(tight, 1, nil)
	if err := errors.Join(none, one); err != nil {
		t.Errorf("no quotient, no room: %v", err)
	}
}

func TestQuotientWithoutDevice(t *testing.T) {
	o, e := &onbn254, cpu(t)
	v, bases := o.values(3, 4), o.load(t, e, 4)
	if _, err := QuotientSum(t.Context(), o.field(e), vectorOf(bases), v, nil); !leftToCPU(err) {
		t.Errorf("without a device: %v", err)
	}
	if h, err := ComputeQuotient(o.field(e), v); !leftToCPU(err) || h != nil {
		t.Errorf("without a device: %v", err)
	}
	if s := e.Statistics(); s.CPUComputations != 2 || s.CPUElements != 8 {
		t.Errorf("%+v", s)
	}
	_, err := QuotientSum(t.Context(), o.field(e), vectorOf(bases), o.values(1, 1), nil)
	if !leftToCPU(err) {
		t.Errorf("a single element: %v", err)
	}
	if err := errors.Join(bases.Close(), e.Close()); err != nil {
		t.Error(err)
	}
	_, err = QuotientSum(t.Context(), o.field(e), vectorOf(bases), v, nil)
	if !errors.Is(err, accel.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	if _, err := ComputeQuotient(o.field(e), v); !errors.Is(err, accel.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

func TestCheckOfValues(t *testing.T) {
	o := &onbn254
	for name, damage := range map[string]func(v *Values[frbn254]){
		"no domain":        func(v *Values[frbn254]) { v.Domain = nil },
		"a small domain":   func(v *Values[frbn254]) { v.Domain = o.domain(2) },
		"a short vector C": func(v *Values[frbn254]) { v.C = v.C[:2] },
		"a short vector B": func(v *Values[frbn254]) { v.B = v.B[:2] },
		"nothing":          nil,
	} {
		v := o.values(3, 4)
		if damage != nil {
			damage(v)
		}
		if err := v.Check(); (err != nil) != (damage != nil) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
