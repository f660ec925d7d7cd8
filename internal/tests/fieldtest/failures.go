package fieldtest

import (
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// FailureOfEveryCall: whichever call of the driver fails, a transform is right. In strict mode it
// may fail and leave its elements alone.
func (f *Field[E, S, D, K, V]) FailureOfEveryCall(t *testing.T) {
	devicetest.SkipRepeatedFailures(t, f.First)
	steps := devicetest.Steps{Usual: 13, Strict: 13}
	if devicetest.Thorough(f.First) {
		steps = devicetest.Steps{Usual: 1, Strict: 1}
	}
	devicetest.FailEveryCall(t, steps, f.underFailure)
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
