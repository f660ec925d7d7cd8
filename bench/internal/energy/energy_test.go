package energy

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
)

// fake is NVML with cards by their UUIDs, which have used so many millijoules.
type fake struct {
	millijoules map[string]uint64
	names       []string
	status      int32
}

func (f *fake) nvml() *nvml {
	return &nvml{
		handle: func(uuid string, handle *uintptr) int32 {
			f.names = append(f.names, uuid)
			*handle = uintptr(len(f.names) - 1)
			if f.millijoules[uuid] == 0 {
				return 6
			}
			return 0
		},
		used: func(handle uintptr, millijoules *uint64) int32 {
			*millijoules = f.millijoules[f.names[handle]]
			return f.status
		},
		clock: func(handle uintptr, _ int32, megahertz *uint32) int32 {
			*megahertz = 100 * uint32(handle+1)
			return f.status
		},
	}
}

// named are devices of which only the UUIDs matter.
func named(uuids ...string) (all []accel.DeviceInfo) {
	for _, uuid := range uuids {
		all = append(all, accel.DeviceInfo{UUID: uuid})
	}
	return all
}

func TestMeter(t *testing.T) {
	cards := &fake{millijoules: map[string]uint64{"GPU-a": 40, "GPU-b": 2}}
	broken := errors.New("broken")
	m := open(cards.nvml(), named("GPU-b", "GPU-a"))
	step := func() error {
		cards.millijoules["GPU-a"] += 5000
		cards.millijoules["GPU-b"] += 2000
		return broken
	}
	if joules, err := m.During(step); joules != 7 || err != broken || m.Megahertz() != 100 {
		t.Errorf("%v J, %v MHz, %v", joules, m.Megahertz(), err)
	}
	// The energy of a card that stops to tell, or begins to, is not known.
	for _, status := range []int32{3, 0} {
		joules, _ := m.During(func() error { cards.status = status; return nil })
		if joules != 0 {
			t.Errorf("%v J of a card that does not tell", joules)
		}
	}
	for name, none := range map[string]*Meter{
		"an unknown card": open(cards.nvml(), named("GPU-c")), "no card": open(cards.nvml(), nil),
		"no library": open(nil, named("GPU-a")),
	} {
		if joules, err := none.During(step); joules != 0 || err != broken || none.Megahertz() != 0 {
			t.Errorf("%v J of %s", joules, name)
		}
	}
}

// TestOpen does not fail where the library is missing, as here perhaps.
func TestOpen(t *testing.T) {
	if m := Open(named("GPU-none")); m != nil {
		t.Errorf("a meter of no card: %v", m)
	}
}
