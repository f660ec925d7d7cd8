//go:build cuda && linux && (amd64 || arm64)

package hookstest

import (
	"fmt"
	"testing"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// SeveralDevices proves with one key on two and three emulated devices. It makes one proof after
// the other, several at once, and a stream. A key that is placed whole stays on one device.
func (s *Scheme[PK, VK, P]) SeveralDevices(t *testing.T) {
	tests := []struct {
		devices   int
		placement accel.Placement
		used      int // at least, and at most where placed whole
	}{
		{2, accel.PlaceAuto, 2}, {2, accel.PlaceWhole, 1}, {3, accel.PlaceSpread, 2},
		{3, accel.PlaceAuto, 2}, {2, accel.PlaceSpread, 2},
	}
	if testing.Short() {
		tests = tests[1:3]
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%+v", test), func(t *testing.T) {
			devicetest.Devices(t, test.devices)
			e := Engine(t, devicetest.EveryDevice(), accel.WithPlacement(test.placement),
				accel.WithStrict())
			i := s.Shared(t, "several commitments")
			s.AttachFor(t, i.PK, e)
			s.WantGnarksProof(t, i)
			atOnce := 2 * test.devices
			if testing.Short() {
				atOnce = test.devices
			}
			s.ProveAtOnce(t, i, atOnce)
			s.proveStream(t, i, atOnce, nil, nil)
			used := 0
			for _, d := range e.DeviceStatistics() {
				if d.DeviceMSMs > 0 && d.DeviceComputations > 0 {
					used++
				}
			}
			if used < test.used || test.placement == accel.PlaceWhole && used > test.used {
				t.Errorf("%d devices made proofs, expected %d", used, test.used)
			}
			if all := e.Statistics(); all.Failures != 0 || all.CPUFailure != 0 {
				t.Errorf("failures: %+v", all)
			}
		})
	}
}

// OtherDeviceTakesOver has calls of the driver fail in turn, in a life on two devices. They fail on
// one of them, or spread over both. The proof comes all the same, in strict mode too: one call
// fails one device. It belongs into a package of its own, as [Scheme.FallBack] does.
func (s *Scheme[PK, VK, P]) OtherDeviceTakesOver(t *testing.T) {
	defer logger.Set(logger.Logger())
	logger.Disable()
	i := s.Make(t, s.smallest(t))
	for _, test := range []struct {
		placement accel.Placement
		step      int
	}{{accel.PlaceAuto, 41}, {accel.PlaceSpread, 17}} {
		codes := []int{999, devicetest.IllegalAddress}
		if testing.Short() {
			codes = codes[:1]
		}
		for _, code := range codes {
			t.Run(fmt.Sprint(test.placement, code), func(t *testing.T) {
				devicetest.FailCalls(t, 2, code, test.step, func(t *testing.T) {
					life := s.life(t, i, true, devicetest.EveryDevice(),
						accel.WithPlacement(test.placement), accel.WithStrict())
					if life[0] == nil {
						noFailure(t, life)
					}
				})
			})
		}
	}
}

// KeysOnSeveralDevices attaches keys one after the other, on devices with memory for all of them.
// Each goes to another device.
func (s *Scheme[PK, VK, P]) KeysOnSeveralDevices(t *testing.T) {
	const n = 2
	devicetest.Devices(t, n)
	e := Engine(t, devicetest.EveryDevice(), accel.WithStrict())
	for range n {
		i := s.Make(t, s.smallest(t))
		s.AttachFor(t, i.PK, e)
		s.Prove(t, i)
	}
	for device, d := range e.DeviceStatistics() {
		if d.DeviceMSMs == 0 {
			t.Errorf("no key is on device %d", device)
		}
	}
}

// UnequalDevices spreads proofs over a fast and a slow device, and one with little memory. Each has
// its share.
func (s *Scheme[PK, VK, P]) UnequalDevices(t *testing.T) {
	emulator := devicetest.Emulator(t)
	defer emulator.Reset()
	for setting, value := range map[string]string{"SMS": "12,2", "MEMORY": "1073741824,8388608"} {
		t.Run(setting, func(t *testing.T) {
			emulator.Reset()
			devicetest.Devices(t, 2)
			devicetest.NoError(t, emulator.Set(setting, value))
			e := Engine(t, devicetest.EveryDevice(), accel.WithPlacement(accel.PlaceSpread),
				accel.WithStrict())
			i := s.Make(t, s.smallest(t))
			s.AttachFor(t, i.PK, e)
			s.Prove(t, i)
			each := e.DeviceStatistics()
			if each[1].DevicePoints == 0 || setting == "SMS" &&
				each[1].DevicePoints >= each[0].DevicePoints {
				t.Errorf("%d points on the first device, %d on the other", each[0].DevicePoints,
					each[1].DevicePoints)
			}
		})
	}
}

// LostDevice loses one of two devices in the middle of a proof. The proof is spread over both. It
// comes, and later ones from the device that is left.
func (s *Scheme[PK, VK, P]) LostDevice(t *testing.T) {
	emulator := devicetest.Emulator(t)
	defer emulator.Reset()
	devicetest.Devices(t, 2)
	e, err := accel.Open(devicetest.Options(devicetest.EveryDevice(), accel.WithStrict(),
		accel.WithPlacement(accel.PlaceSpread))...)
	devicetest.NoError(t, err)
	defer e.Close() // the lost device has an error
	i := s.Make(t, s.smallest(t))
	devicetest.NoError(t, s.Attach(i.PK, e))
	defer s.Release(i.PK)
	s.Prove(t, i)
	devicetest.NoError(t, emulator.Fail("cuLaunchKernel@1:3+=700"))
	s.WantGnarksProof(t, i)
	if n := len(e.Devices()); n != 1 {
		t.Fatalf("%d devices, expected one", n)
	}
	before := e.DeviceStatistics()
	s.Prove(t, i)
	after := e.DeviceStatistics()
	if after[1].DeviceMSMs != before[1].DeviceMSMs || after[0].DeviceMSMs == before[0].DeviceMSMs {
		t.Error("the lost device had work, or the other one none")
	}
	if all := e.Statistics(); all.CPUFailure != 0 {
		t.Errorf("%d MSMs on the CPU", all.CPUFailure)
	}
}
