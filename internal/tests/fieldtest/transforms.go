package fieldtest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// OnCPU transforms on an engine without a device.
func (f *Field[E, D, K]) OnCPU(t *testing.T) {
	e, err := accel.Open(accel.WithoutDevice())
	devicetest.NoError(t, err)
	defer e.Close()
	f.transforms(t, f.New(e), 1, 2, 64)
	f.interpolate(t, f.New(e), 1, 2, 64)
	if s := e.Statistics(); s.CPUComputations != 27 || s.DeviceComputations != 0 {
		t.Errorf("%+v", s)
	}
}

// OnDevice transforms on a device.
func (f *Field[E, D, K]) OnDevice(t *testing.T) {
	e, on := f.open(t)
	f.transforms(t, on, 2, 4, 512, 2048)
	f.interpolate(t, on, 2, 4, 512, 2048)
	if s := e.Statistics(); s.CPUComputations != 0 || s.DeviceComputations != 36 ||
		s.BytesUp != raw.SizeOf[E](9*2566) {
		t.Errorf("%+v", s)
	}
}

// Policy has small vectors, a closed engine, and domains without elements to transform.
func (f *Field[E, D, K]) Policy(t *testing.T) {
	e, on := f.open(t, accel.WithMinSize(32))
	f.transforms(t, on, 16, 32)
	if s := e.Statistics(); s.CPUComputations != 8 || s.DeviceComputations != 8 {
		t.Errorf("%+v", s)
	}
	domain := f.NewDomain(32)
	for _, n := range []int{0, 31, 64} {
		if err := on.FFT(domain, make([]E, n), f.DIF); err == nil {
			t.Errorf("%d elements over a domain of 32", n)
		}
	}
	if err := on.FFT(nil, nil, f.DIF); err == nil {
		t.Error("no domain")
	}
	devicetest.NoError(t, e.Close())
	a := f.elements(32)
	before := slices.Clone(a)
	if err := on.FFT(domain, a, f.DIF); !errors.Is(err, accel.ErrClosed) ||
		!slices.Equal(a, before) {
		t.Errorf("a closed engine: %v", err)
	}
}

// Concurrently transforms at once: transforms share a domain's tables, not their vectors.
func (f *Field[E, D, K]) Concurrently(t *testing.T) {
	_, on := f.open(t)
	for i := range 4 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			f.transforms(t, on, 64, 256)
		})
	}
}

// Vector has the operations that depend on the curve's constants; package internal/engine tests
// all of them, and package grouptest sums over vectors.
func (f *Field[E, D, K]) Vector(t *testing.T) {
	const n = 64
	e, on := f.open(t)
	a, domain := f.elements(n), f.NewDomain(n)
	v, err := on.Load(a)
	devicetest.NoError(t, err)
	defer v.Close()
	for _, x := range transforms() {
		f.oracle(x, domain, a)
		if x.inverse {
			err = v.FFTInverse(domain, f.decimation(x), x.options()...)
		} else {
			err = v.FFT(domain, f.decimation(x), x.options()...)
		}
		devicetest.NoError(t, err)
	}
	devicetest.NoError(t, v.Mul(v, v), v.Invert(v))
	for i := range a {
		f.Scalars.Mul(&a[i], &a[i], &a[i])
		f.Scalars.Inverse(&a[i], &a[i])
	}
	got := make([]E, n)
	if err := v.Download(got); err != nil || !slices.Equal(got, a) {
		t.Errorf("%v, or wrong elements", err)
	}
	if s := e.Statistics(); s.CPUComputations != 0 {
		t.Errorf("%+v", s)
	}
}
