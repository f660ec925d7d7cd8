package hookstest

import (
	"context"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// FastestWay makes proofs in the fastest way, by measurements that it gives.
func (s *Scheme[PK, VK, P]) FastestWay(t *testing.T) {
	i := s.Shared(t, "cubic")
	each := uint64(len(s.Variants) + 1)
	for name, test := range map[string]struct {
		device, host time.Duration
		want         accel.Statistics // of proofs
	}{
		"gnark":  {time.Hour, 1, accel.Statistics{GnarkProofs: each}},
		"device": {1, time.Hour, accel.Statistics{DeviceProofs: each}},
	} {
		t.Run(name, func(t *testing.T) {
			e := measuredEngine(t, test.device, test.host)
			if test.want.DeviceProofs > 0 && e.Unavailable() != nil {
				test.want = accel.Statistics{CPUProofs: each}
			}
			s.AttachFor(t, i.PK, e)
			s.WantGnarksProof(t, i)
			got := e.Statistics()
			proofs := accel.Statistics{DeviceProofs: got.DeviceProofs,
				GnarkProofs: got.GnarkProofs, CPUProofs: got.CPUProofs}
			if proofs != test.want || (got.DeviceComputations > 0) != (proofs.DeviceProofs > 0) {
				t.Errorf("counted %+v, expected %+v", got, test.want)
			}
		})
	}
}

// GnarksWay has gnark make proofs from end to end: in a stream, until a context is cancelled, and
// until the engine is closed.
func (s *Scheme[PK, VK, P]) GnarksWay(t *testing.T) {
	i := s.Shared(t, "cubic")
	e := measuredEngine(t, time.Hour, 1)
	s.AttachFor(t, i.PK, e)
	const n = 3
	s.proveStream(t, i, n, nil, nil)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	s.WantError(t, i, context.Canceled, s.WithContext(cancelled))
	if made := e.Statistics().GnarkProofs; made != n {
		t.Errorf("%d proofs by gnark, expected %d", made, n)
	}
	devicetest.NoError(t, e.Close())
	s.WantError(t, i, accel.ErrClosed)
}

// measuredEngine opens an engine whose MSMs take these times, on device and host. It leaves the way
// of proofs to times.
func measuredEngine(t *testing.T, device, host time.Duration) *accel.Engine {
	t.Helper()
	e, err := accel.Open(accel.WithDevices(0), devicetest.FewBuckets(),
		accel.WithPrecompute(accel.PrecomputeFactor(4)))
	devicetest.NoError(t, err)
	devicetest.AtEnd(t, e.Close)
	(*group.Set)(e).Home().Measured(func() engine.Measured {
		return engine.Measured{MSM: engine.Nominal.MSM, Device: device, Host: host}
	})
	return e
}
