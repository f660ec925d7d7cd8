// Package energy reads the energy and the clock of NVIDIA's cards. It calls NVML, which comes with
// the driver.
package energy

import "github.com/gnark-accel/gnark-accel/accel"

// nvml has functions of NVML, which return 0 for success.
type nvml struct {
	handle func(uuid string, handle *uintptr) int32
	used   func(handle uintptr, millijoules *uint64) int32
	clock  func(handle uintptr, of int32, megahertz *uint32) int32
}

// multiprocessors are the clock NVML_CLOCK_SM.
const multiprocessors = 1

// Meter reads some devices. A nil one knows nothing.
type Meter struct {
	*nvml
	devices []uintptr
}

// Open returns a meter of devices, and nil where NVML is missing.
func Open(devices []accel.DeviceInfo) *Meter { return open(load(), devices) }

func open(library *nvml, devices []accel.DeviceInfo) *Meter {
	m := &Meter{nvml: library}
	for _, d := range devices {
		var handle uintptr
		if library == nil || library.handle(d.UUID, &handle) != 0 {
			return nil
		}
		m.devices = append(m.devices, handle)
	}
	return m
}

// During returns the joules that the devices use during a step; 0 is not known.
func (m *Meter) During(step func() error) (joules float64, err error) {
	before := m.millijoules()
	err = step()
	after := m.millijoules()
	if before == 0 || after < before {
		return 0, err
	}
	return float64(after-before) / 1e3, err
}

// millijoules is what the devices have used since their driver was loaded; 0 for the unknown.
func (m *Meter) millijoules() (sum uint64) {
	if m == nil {
		return 0
	}
	for _, device := range m.devices {
		var used uint64
		if m.used(device, &used) != 0 {
			return 0
		}
		sum += used
	}
	return sum
}

// Megahertz is the first device's clock of multiprocessors now; 0 is not known.
func (m *Meter) Megahertz() float64 {
	var clock uint32
	if m == nil || len(m.devices) == 0 || m.clock(m.devices[0], multiprocessors, &clock) != 0 {
		return 0
	}
	return float64(clock)
}
