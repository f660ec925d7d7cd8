//go:build cuda && linux && (amd64 || arm64)

package groth16

import (
	"errors"
	"fmt"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/session"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// TestFailureOfEveryCall: whichever call of the driver fails, quotients and sums are right. They
// may be left to the CPU, and in strict mode there may be an error.
func TestFailureOfEveryCall(t *testing.T) {
	const step = 5
	for _, code := range []int{devicetest.OutOfMemory, devicetest.IllegalAddress} {
		for _, strict := range []bool{false, true} {
			t.Run(fmt.Sprintf("code=%d/strict=%v", code, strict), func(t *testing.T) {
				devicetest.FailCalls(t, code, step,
					func(t *testing.T) { scenario{t, code, strict}.run() })
			})
		}
	}
}

// scenario is a use of an engine in which one call of the driver fails.
type scenario struct {
	t      *testing.T
	code   int
	strict bool
}

func (s scenario) run() {
	o := &onbn254
	opts := devicetest.Options(accel.WithPrecompute(accel.PrecomputeFactor(2)))
	if s.strict {
		opts = append(opts, accel.WithStrict())
	}
	e, err := accel.Open(opts...)
	if s.failed("open", err) {
		return
	}
	defer e.Close() // it gives the failure in both modes
	v := o.values(5, 8)
	want := o.oracle(v)
	if h, err := ComputeQuotient(o.field(e), v); !s.failed("quotient", err) && !equal(h, want) {
		s.t.Error("a wrong quotient")
	}
	points := o.points1(o.elements(7, 3))
	bases, err := o.g1(e).Load(points, 0)
	if s.failed("load", err) {
		return
	}
	sum, err := QuotientSum(s.t.Context(), o.field(e), vectorOf(bases), v, nil)
	if !s.failed("sum", err) && sum != sumOf(s.t, o.g1, points, want[:7]) {
		s.t.Error("a wrong sum")
	}
	s.wires(e, bases)
	s.failed("close of the bases", bases.Close())
}

func (s scenario) wires(e *accel.Engine, bases *multiexp.Bases[g1bn254, frbn254]) {
	o, selections := &onbn254, testSelections(6)
	wires := o.wires(e, 6, selections)
	s.failed("preparation", wires.Prepare(o.domain(8)))
	for seed := range 2 {
		values := o.elements(6, uint64(seed))
		proof, err := wires.Proof(values)
		if err != nil {
			s.t.Fatal(err)
		}
		ahead, unpin := session.NewAhead[frbn254](s.t.Context(), o.field(e)), func() {}
		if seed > 0 {
			unpin = sendAhead(proof, ahead)
		}
		s.failed("wires", proof.Send())
		all := []int{0, 2}
		var waits []func() (g1bn254, error)
		for _, i := range all {
			waits = append(waits, beginOnDevice(proof, vectorOf(bases), i))
		}
		for i, wait := range waits {
			sum, err := wait()
			want := sumOf(s.t, o.g1, bases.Points(), Select(selections[all[i]], values))
			if !s.failed("sum with wires", err) && sum != want {
				s.t.Error("a wrong sum with wires")
			}
		}
		s.failed("close of a proof", proof.Close())
		unpin()
	}
	s.failed("close of the wires", wires.Close())
}

// failed says whether there is no result. Errors must be the one injected, of a strict engine.
func (s scenario) failed(what string, err error) bool {
	if err == nil || leftToCPU(err) {
		return err != nil
	}
	var failure *driver.Error
	if !s.strict {
		s.t.Errorf("%s: an error that is not strict's: %v", what, err)
	}
	injected := errors.As(err, &failure) && failure.Code == s.code
	if planned := s.code == devicetest.OutOfMemory &&
		errors.Is(err, accel.ErrOutOfMemory); !injected && !planned {
		s.t.Errorf("%s: an error that is not the one injected: %v", what, err)
	}
	return true
}
