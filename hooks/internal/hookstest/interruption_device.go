//go:build cuda && linux && (amd64 || arm64)

package hookstest

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// CancelledAtCalls cancels proofs between any two calls of the driver. Each ends with the cause,
// and none of them is a failure, is left to the CPU, or leaves anything on the device. Later proofs
// are as they were before.
func (s *Scheme[PK, VK, P]) CancelledAtCalls(t *testing.T) {
	for _, curve := range curve.IDs() {
		t.Run(curve.String(), func(t *testing.T) { s.cancelledAtCalls(t, curve) })
	}
}

func (s *Scheme[PK, VK, P]) cancelledAtCalls(t *testing.T, curve ecc.ID) {
	devicetest.SkipRepeatedFailures(t, curve == ecc.BN254)
	e := devicetest.Open(t)
	i := s.MakeOn(t, curve, s.Named(t, "commitment to both"))
	s.prepare(t, i, e)
	ours := ourSolver()
	want := s.Raw(t, s.Fixed(t, s.Accelerated, i, ours))
	// A proof whose wires are sent ahead keeps two vectors more in pools. It is a matter of time
	// which proofs are: after twenty, the pools have all.
	for range 20 {
		s.Fixed(t, s.Accelerated, i, ours)
	}
	before := e.Statistics()
	devicetest.CancelAtCalls(t, 4*closeStep(curve), func(ctx context.Context) bool {
		proof, err := s.Accelerated(i.CCS, i.PK, i.Full, ours, s.WithContext(ctx))
		if err == nil {
			s.WantVerified(t, i, proof)
			return false
		}
		if any(proof) != nil || !errors.Is(err, devicetest.ErrCancelled) {
			t.Errorf("a cancelled proof gives %v, %v", proof, err)
		}
		return true
	})
	if got := s.Raw(t, s.Fixed(t, s.Accelerated, i, ours)); !bytes.Equal(got, want) {
		t.Error("another proof than before the cancelled ones")
	}
	after := e.Statistics()
	if after.Failures > 0 || after.CPUFailure > 0 || after.CPUSmall != before.CPUSmall ||
		after.CPUComputations != before.CPUComputations {
		t.Errorf("cancelled proofs fail or go on: %+v, before %+v", after, before)
	}
	if after.DeviceBytes != before.DeviceBytes {
		t.Errorf("%d bytes on the device, %d before", after.DeviceBytes, before.DeviceBytes)
	}
}

// CloseBesideLives closes an engine at each call of the driver, or at a sample. A key's life goes
// on meanwhile. The key is attached, its circuit prepared, in its first proof and the next, in a
// stream, or being released. So it is while the circuit is prepared ahead of all proofs. Proofs
// that are returned verify, and everything ends: neither Close nor the preparation waits for the
// other for ever.
func (s *Scheme[PK, VK, P]) CloseBesideLives(t *testing.T) {
	for _, curve := range curve.IDs() {
		t.Run(curve.String(), func(t *testing.T) {
			devicetest.SkipRepeatedFailures(t, curve == ecc.BN254)
			i := s.MakeOn(t, curve, s.Named(t, "commitment to both"))
			for _, life := range []struct {
				sampled int
				of      func(*accel.Engine)
			}{
				{3, func(e *accel.Engine) {
					defer s.Release(i.PK)
					if s.Attach(i.PK, e) == nil {
						_ = s.Prepare(i.PK, i.CCS) // may find the engine closed
					}
				}},
				{200, func(e *accel.Engine) { s.lifeOfKey(t, i, e) }},
			} {
				step := closeStep(curve)
				if !devicetest.Thorough(false) {
					step *= life.sampled
				}
				devicetest.CloseAtCalls(t, step, life.of,
					accel.WithPrecompute(accel.PrecomputeFactor(2)))
			}
		})
	}
}

// lifeOfKey goes on whatever fails, as it does once the engine is closed.
func (s *Scheme[PK, VK, P]) lifeOfKey(t *testing.T, i *Instance[PK, VK], e *accel.Engine) {
	check := func(proof P, err error) {
		switch {
		case err == nil:
			s.WantVerified(t, i, proof)
		case !errors.Is(err, accel.ErrClosed):
			t.Errorf("got %v", err)
		}
	}
	if err := s.Attach(i.PK, e); err != nil && !errors.Is(err, accel.ErrClosed) {
		t.Error(err)
	}
	// A key that is not attached would be to the default engine.
	if e.Unavailable() == nil {
		check(s.Accelerated(i.CCS, i.PK, i.Full))
	}
	if e.Unavailable() == nil {
		_ = s.Prepare(i.PK, i.CCS)
		check(s.Accelerated(i.CCS, i.PK, i.Full))
	}
	if e.Unavailable() == nil {
		for proof, err := range s.Stream(t.Context(), i.CCS, i.PK, queue(i.Full, i.Full)) {
			check(proof, err)
		}
	}
	if err := s.Release(i.PK); err != nil && !errors.Is(err, accel.ErrClosed) {
		t.Error(err)
	}
}

// closeStep leaves out more calls for the curves that repeat BN254's trials.
func closeStep(curve ecc.ID) int {
	if curve == ecc.BN254 {
		return 1
	}
	return 8
}
