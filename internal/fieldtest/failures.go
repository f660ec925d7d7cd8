package fieldtest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
)

// FailureOfEveryCall: whichever call of the driver fails, a transform is right. In strict mode it
// may fail and leave its elements alone.
func (f *Field[E, S, D, K, V]) FailureOfEveryCall(t *testing.T) {
	devicetest.SkipRepeatedFailures(t, f.First)
	step := 13
	if devicetest.Thorough(f.First) {
		step = 1
	}
	for _, code := range []int{devicetest.OutOfMemory, devicetest.IllegalAddress} {
		for _, strict := range []bool{false, true} {
			t.Run(fmt.Sprintf("code=%d/strict=%v", code, strict), func(t *testing.T) {
				devicetest.FailCalls(t, code, step, func(t *testing.T) {
					f.underFailure(devicetest.Injection{T: t, Code: code, Strict: strict})
				})
			})
		}
	}
}

// underFailure opens an engine, transforms on it, and closes it.
func (f *Field[E, S, D, K, V]) underFailure(i devicetest.Injection) {
	e, err := accel.Open(devicetest.Options(i.Options()...)...)
	if err != nil {
		i.WantStrict("open", err)
		return
	}
	domain, on := f.NewDomain(16), f.New(e)
	for _, x := range []transform{{onCoset: true}, {inTime: true, inverse: true}} {
		got := f.elements(16)
		want := slices.Clone(got)
		if err := f.transform(x, on, domain, got); err != nil {
			i.WantStrict("transform", err)
		} else {
			f.oracle(x, domain, want)
		}
		if !slices.Equal(got, want) {
			i.T.Errorf("%+v: wrong elements", x)
		}
	}
	if err := e.Close(); err != nil {
		i.WantInjected("close", err)
	}
}
