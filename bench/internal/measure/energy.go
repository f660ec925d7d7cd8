package measure

import (
	"math"

	"github.com/gnark-accel/gnark-accel/accel"
)

// nvml has functions of NVIDIA's NVML, which return 0 for success.
type nvml struct {
	handle func(uuid string, handle *uintptr) int32
	used   func(handle uintptr, millijoules *uint64) int32
	clock  func(handle uintptr, of int32, megahertz *uint32) int32
}

// multiprocessors are the clock NVML_CLOCK_SM.
const multiprocessors = 1

// Meter reads the energy and the clock of some devices. Without any it knows nothing.
type Meter struct {
	*nvml
	devices []uintptr
}

// NewMeter returns a meter of devices, or of none where NVML is missing or does not know one.
func NewMeter(devices []accel.DeviceInfo) Meter { return meterBy(loadNVML(), devices) }

func meterBy(library *nvml, devices []accel.DeviceInfo) Meter {
	m := Meter{nvml: library}
	for _, d := range devices {
		var handle uintptr
		if library == nil || library.handle(d.UUID, &handle) != 0 {
			return Meter{}
		}
		m.devices = append(m.devices, handle)
	}
	return m
}

// Joules are what the devices have used since their driver was loaded; NaN is not known.
func (m Meter) Joules() (sum float64) {
	for _, device := range m.devices {
		var millijoules uint64
		if m.used(device, &millijoules) != 0 {
			return math.NaN()
		}
		sum += float64(millijoules) / 1e3
	}
	return sum
}

// Megahertz is the first device's clock of multiprocessors now; 0 is not known.
func (m Meter) Megahertz() float64 {
	var clock uint32
	if len(m.devices) == 0 || m.clock(m.devices[0], multiprocessors, &clock) != 0 {
		return 0
	}
	return float64(clock)
}
