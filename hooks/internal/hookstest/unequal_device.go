//go:build cuda && linux && (amd64 || arm64)

package hookstest

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
)

// KeysOnSeveralDevices attaches keys one after the other, on devices that have room for all of
// them. Each goes to another device.
func (s *Scheme[PK, VK, P]) KeysOnSeveralDevices(t *testing.T) {
	const n = 2
	devicetest.Devices(t, n)
	e := Engine(t, devicetest.EveryDevice(), accel.WithStrict())
	for range n {
		i := s.Make(t, smallest)
		s.AttachFor(t, i.PK, e)
		s.Prove(t, i)
	}
	for device, d := range e.DeviceStatistics() {
		if d.DeviceMSMs == 0 {
			t.Errorf("no key is on device %d", device)
		}
	}
}

// UnequalDevices spreads proofs over a fast device and a slow one, and over one that has little
// memory. Each has its share.
func (s *Scheme[PK, VK, P]) UnequalDevices(t *testing.T) {
	emulator := devicetest.Emulator(t)
	defer emulator.Reset()
	for name, set := range map[string]func(){
		"slow":          func() { settings(t, emulator, "SMS", "12,2") },
		"little memory": func() { settings(t, emulator, "MEMORY", "1073741824,8388608") },
	} {
		t.Run(name, func(t *testing.T) {
			emulator.Reset()
			devicetest.Devices(t, 2)
			set()
			e := Engine(t, devicetest.EveryDevice(), accel.WithPlacement(accel.PlaceSpread),
				accel.WithStrict())
			i := s.Make(t, smallest)
			s.AttachFor(t, i.PK, e)
			s.Prove(t, i)
			each := e.DeviceStatistics()
			if each[1].DevicePoints == 0 || name == "slow" &&
				each[1].DevicePoints >= each[0].DevicePoints {
				t.Errorf("%d points on the first device, %d on the other", each[0].DevicePoints,
					each[1].DevicePoints)
			}
		})
	}
}

// LostDevice loses one of two devices in the middle of a proof that is spread over both. The proof
// comes, and later ones from the device that is left.
func (s *Scheme[PK, VK, P]) LostDevice(t *testing.T) {
	emulator := devicetest.Emulator(t)
	defer emulator.Reset()
	devicetest.Devices(t, 2)
	e, err := accel.Open(devicetest.Options(devicetest.EveryDevice(), accel.WithStrict(),
		accel.WithPlacement(accel.PlaceSpread))...)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close() // the lost device has an error
	i := s.Make(t, smallest)
	if err := s.Attach(i.PK, e); err != nil {
		t.Fatal(err)
	}
	defer s.Release(i.PK)
	s.Prove(t, i)
	if err := emulator.Fail("cuLaunchKernel@1:3+=700"); err != nil {
		t.Fatal(err)
	}
	s.Prove(t, i)
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
		t.Errorf("%d sums on the CPU", all.CPUFailure)
	}
}

// settings sets one of the emulated machine.
func settings(t *testing.T, emulator *driver.Emulator, name, value string) {
	t.Helper()
	if err := emulator.Set(name, value); err != nil {
		t.Fatal(err)
	}
}
