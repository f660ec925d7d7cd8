package accel_test

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
)

func TestWrongOptionsAreRefused(t *testing.T) {
	for name, test := range map[string]struct {
		opts []accel.Option
		want error
	}{
		"a device twice":  {[]accel.Option{accel.WithDevices(0, 0)}, accel.ErrInvalidOption},
		"no placement":    {[]accel.Option{accel.WithPlacement(-1)}, accel.ErrInvalidOption},
		"negative device": {[]accel.Option{accel.WithDevices(-1)}, accel.ErrInvalidOption},
		"negative size":   {[]accel.Option{accel.WithMinSize(-1)}, accel.ErrInvalidOption},
		"negative window": {[]accel.Option{accel.WithWindow(-1)}, accel.ErrInvalidOption},
		"wide window":     {[]accel.Option{accel.WithWindow(31)}, accel.ErrInvalidOption},
		"no multiples": {[]accel.Option{accel.WithPrecompute(accel.PrecomputeFactor(0))},
			accel.ErrInvalidOption},
		"nil": {[]accel.Option{accel.WithoutDevice(), nil}, accel.ErrInvalidOption},
		"strict without device": {[]accel.Option{accel.WithStrict(), accel.WithoutDevice()},
			accel.ErrInvalidOption},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := accel.Open(test.opts...)
			if e != nil || !errors.Is(err, test.want) {
				t.Errorf("engine %v, error %v", e, err)
			}
		})
	}
}

func TestPrecomputeFactor(t *testing.T) {
	if accel.PrecomputeFactor(1) != accel.PrecomputeNone {
		t.Error("one point a base is not none precomputed")
	}
	if accel.PrecomputeFactor(0) == accel.PrecomputeAuto {
		t.Error("a wrong factor became the automatic choice")
	}
}
