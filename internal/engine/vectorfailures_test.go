//go:build cuda && linux && (amd64 || arm64)

package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// TestFailureOfEveryCall: whichever call of the driver fails, results are right or there is an
// error that says so.
func TestFailureOfEveryCall(t *testing.T) {
	x, y, p := elements(64), elements(64)[3:], points(64)
	y = append(y, y[:3]...)
	steps := devicetest.Steps{Usual: 9, Strict: 9}
	if devicetest.Thorough(false) { // in long runs
		steps = devicetest.Steps{Usual: 1, Strict: 5}
	}
	devicetest.FailEveryCall(t, steps, func(i devicetest.Injection) { scenario{i}.run(x, y, p) })
}

// scenario is a use of an engine in which one call of the driver fails.
type scenario struct{ devicetest.Injection }

func (s scenario) run(x, y fr.Vector, p []curve.G1Affine) {
	e, err := accel.Open(devicetest.Options(s.Options()...)...)
	if s.failed("open", err) {
		return
	}
	defer e.Close() // it gives the failure in both modes
	f := bn254.NewFr(e)
	s.transform(f, x)
	for _, op := range operations {
		a, err1 := f.Load(x)
		b, err2 := f.Load(y)
		v, err3 := f.NewVector(64)
		if s.failed("load", errors.Join(err1, err2, err3)) {
			return
		}
		right, got := make(fr.Vector, 64), make(fr.Vector, 64)
		op.cpu(right, x, y)
		err := op.device(v, a, b)
		if err == nil {
			err = v.Download(got)
		}
		if !s.failed(op.name, err) && !slices.Equal(got, right) {
			s.T.Errorf("%s: wrong elements", op.name)
		}
		s.failed("close", errors.Join(a.Close(), b.Close(), v.Close()))
	}
	v, err := f.Load(x)
	if s.failed("load", err) {
		return
	}
	sum, err := bn254.NewG1(e).MultiExpVector(p, v)
	var right curve.G1Affine
	if _, err := right.MultiExp(p, x, ecc.MultiExpConfig{NbTasks: 1}); err != nil {
		s.T.Fatal(err)
	}
	if !s.failed("sum", err) && !sum.Equal(&right) {
		s.T.Error("a wrong sum")
	}
	s.failed("close", v.Close())
}

// transform transforms elements of the host, which a failure leaves alone.
func (s scenario) transform(f *bn254.Fr, x fr.Vector) {
	got, right := slices.Clone(x), slices.Clone(x)
	if err := f.FFT(domain, got, fft.DIF); err != nil {
		s.WantStrict("transform", err)
	} else {
		domain.FFT(right, fft.DIF)
	}
	if !slices.Equal(got, right) {
		s.T.Error("a transform has other elements")
	}
}

// TestStrictEvaluation: a strict engine that lacks memory for an evaluation says so, as it does for
// operations that set a vector.
func TestStrictEvaluation(t *testing.T) {
	emulator := devicetest.Emulator(t)
	v := load(t, bn254.NewFr(devicetest.Open(t, accel.WithStrict())), elements(64))
	lacking := fmt.Sprintf("cuMemAlloc_v2:1+=%d", devicetest.OutOfMemory)
	devicetest.NoError(t, emulator.Fail(lacking))
	_, err := v.Evaluate(&factor)
	devicetest.NoError(t, emulator.Fail(""))
	if !errors.Is(err, accel.ErrOutOfMemory) {
		t.Errorf("err = %v", err)
	}
}

// failed says whether there is no result. Errors must be the one injected.
func (s scenario) failed(what string, err error) bool {
	if err == nil {
		return false
	}
	s.WantInjected(what, err)
	return true
}
