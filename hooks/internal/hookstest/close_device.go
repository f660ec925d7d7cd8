//go:build cuda && linux && (amd64 || arm64)

package hookstest

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curves"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
)

// CloseBesidePreparation closes an engine while a key is attached to it and its circuit prepared.
// Neither Close nor the preparation may wait for the other for ever.
func (s *Scheme[PK, VK, P]) CloseBesidePreparation(t *testing.T) {
	for _, curve := range curves.IDs() {
		t.Run(curve.String(), func(t *testing.T) {
			i := s.MakeOn(t, curve, s.Named(t, "cubic"))
			devicetest.CloseAtCalls(t, closeStep(curve), func(e *accel.Engine) {
				defer s.Release(i.PK)
				if s.Attach(i.PK, e) == nil {
					_ = s.Prepare(i.PK, i.CCS) // may find the engine closed
				}
			}, accel.WithPrecompute(accel.PrecomputeFactor(2)))
		})
	}
}

// closeStep leaves out more calls for the curves that repeat BN254's trials.
func closeStep(curve ecc.ID) int {
	if curve == ecc.BN254 {
		return 1
	}
	return 8
}
