//go:build cuda && linux && (amd64 || arm64)

package plonk

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// TestFailureOfEveryCall: whichever call of the driver fails, sums with a proof's vectors are
// right. They may be left to the CPU, and in strict mode there may be an error.
func TestFailureOfEveryCall(t *testing.T) {
	polynomials, in := onbn254.random(t, 8, 1)
	points := onbn254.points(12)
	var want []bn254.G1Affine
	t.Run("without failure", func(t *testing.T) { // the engine is closed at its end
		want = onbn254.wantSums(t, devicetest.Open(t, accel.WithStrict()), polynomials, points, &in)
	})
	const step = 41
	for _, code := range []int{devicetest.OutOfMemory, devicetest.IllegalAddress} {
		for _, strict := range []bool{false, true} {
			t.Run(fmt.Sprintf("code=%d/strict=%v", code, strict), func(t *testing.T) {
				devicetest.FailCalls(t, code, step, func(t *testing.T) {
					s := scenario{t, code, strict, polynomials, points, &in, want}
					s.run()
				})
			})
		}
	}
}

// scenario is the use of an engine for proofs, in which one call of the driver fails.
type scenario struct {
	t           *testing.T
	code        int
	strict      bool
	polynomials Polynomials[fr.Element]
	points      []bn254.G1Affine
	in          *input[fr.Element, *fr.Element]
	want        []bn254.G1Affine
}

func (s *scenario) run() {
	opts := devicetest.Options()
	if s.strict {
		opts = append(opts, accel.WithStrict())
	}
	e, err := accel.Open(opts...)
	if err != nil {
		s.check("open", err)
		return
	}
	s.prove(e)
	if err := e.Close(); err != nil {
		s.wantInjected("close", err)
	}
}

// prove makes two proofs of one circuit.
func (s *scenario) prove(e *accel.Engine) {
	bases, err := onbn254.load(e, s.points)
	if err != nil {
		s.check("load", err)
		return
	}
	circuit := newCircuit(e, s.polynomials)
	for range 2 {
		proof := circuit.Proof()
		got, err := sumsOver(proof, bases, s.in)
		s.check("round", err)
		if len(got) > len(s.want) || !slices.Equal(got, s.want[:len(got)]) {
			s.t.Error("wrong sums")
		}
		s.check("close of a proof", proof.Close())
	}
	s.check("close of the circuit", circuit.Close())
	s.check("close of the bases", bases.Close())
}

// check accepts the failure that was injected, in strict mode alone.
func (s *scenario) check(what string, err error) {
	s.t.Helper()
	if err == nil {
		return
	}
	if !s.strict {
		s.t.Errorf("%s: an error that is not strict's: %v", what, err)
	}
	s.wantInjected(what, err)
}

func (s *scenario) wantInjected(what string, err error) {
	s.t.Helper()
	var failure *driver.Error
	injected := errors.As(err, &failure) && failure.Code == s.code
	planned := s.code == devicetest.OutOfMemory && errors.Is(err, accel.ErrOutOfMemory)
	if !injected && !planned {
		s.t.Errorf("%s: an error that is not the one injected: %v", what, err)
	}
}
