package measure

import (
	"math"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
)

// TestMeter: joules are the sum of a card GPU-0's and a card GPU-1's, the clock is the first one's.
func TestMeter(t *testing.T) {
	millijoules, status := [2]uint64{40, 2}, int32(0)
	cards := &nvml{
		handle: func(uuid string, handle *uintptr) int32 {
			*handle = uintptr(uuid[len(uuid)-1] - '0')
			return int32(*handle / 2)
		},
		used: func(handle uintptr, used *uint64) int32 {
			*used = millijoules[handle]
			return status
		},
		clock: func(handle uintptr, _ int32, megahertz *uint32) int32 {
			*megahertz = 100 * uint32(handle+1)
			return status
		},
	}
	known, unknown := []accel.DeviceInfo{{UUID: "GPU-1"}, {UUID: "GPU-0"}},
		[]accel.DeviceInfo{{UUID: "GPU-2"}}
	m := meterBy(cards, known)
	before := m.Joules()
	millijoules = [2]uint64{5040, 2002}
	if joules := m.Joules() - before; joules != 7 || m.Megahertz() != 200 {
		t.Errorf("%v J, %v MHz", joules, m.Megahertz())
	}
	status = 3
	if !math.IsNaN(m.Joules()) || m.Megahertz() != 0 {
		t.Errorf("%v J, %v MHz of cards that do not tell", m.Joules(), m.Megahertz())
	}
	status = 0
	for name, none := range map[string]Meter{
		"an unknown card": meterBy(cards, unknown), "no card": meterBy(cards, nil),
		"no library": meterBy(nil, known), "what is here": NewMeter(unknown),
	} {
		if none.Joules() != 0 || none.Megahertz() != 0 {
			t.Errorf("%v J of %s", none.Joules(), name)
		}
	}
}
