package kzgtest

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// testSumsRunOnTheDevice makes sure that every commitment goes to the device. The points are
// resident there. An engine that checks MSMs computes each twice.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) testSumsRunOnTheDevice(t *testing.T) {
	srs, _ := s.srs(t)
	e := devicetest.Open(t, accel.WithStrict(), accel.WithPrecompute(accel.PrecomputeNone))
	empty := e.Statistics().DeviceBytes
	pk := s.load(t, e, srs)
	if !pk.OnDevice() || e.Statistics().DeviceBytes <= empty {
		t.Error("the key is not on the device")
	}
	s.msmsRun(t, e, pk, srs, 1)
	checking := devicetest.Open(t, accel.WithStrict(), accel.WithCheckedSums(),
		accel.WithPrecompute(accel.PrecomputeNone))
	s.msmsRun(t, checking, s.load(t, checking, srs), srs, 2)
}

// msmsRun commits and opens, and expects the device to compute each MSM in some passes.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) msmsRun(t *testing.T, e *accel.Engine, pk K, srs P,
	passes uint64) {
	t.Helper()
	before := e.Statistics()
	devicetest.NoError(t, s.every(pk, srs, s.polynomial(size), s.element(5)))
	after := e.Statistics()
	if done := after.DeviceMSMs - before.DeviceMSMs; done != 3*passes {
		t.Errorf("%d MSMs on the device, for a commitment and two openings", done)
	}
	if points := after.DevicePoints - before.DevicePoints; points != passes*(size+2*(size-1)) {
		t.Errorf("%d points in those", points)
	}
	if after.Failures != 0 || after.CPUFailure != 0 || after.CPUPoints != 0 {
		t.Errorf("not all was done by the device: %+v", after)
	}
}
