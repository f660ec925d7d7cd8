//go:build cuda && linux && (amd64 || arm64)

package accel_test

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// Each state with a driver, but no device to use, has its own error. By default it is no obstacle.
func TestStatesWithoutADevice(t *testing.T) {
	emulator := devicetest.Emulator(t)
	defer emulator.Reset()
	for _, state := range []struct {
		setting, value string
		want           error
	}{
		{"DEVICES", "0", accel.ErrNoDevice},
		{"DRIVER_VERSION", "11000", accel.ErrDriverTooOld},
		{"CC", "6.1", accel.ErrDeviceTooOld},
	} {
		emulator.Reset()
		if err := emulator.Set(state.setting, state.value); err != nil {
			t.Fatal(err)
		}
		if e, err := accel.Open(accel.WithStrict()); e != nil || !errors.Is(err, state.want) {
			t.Errorf("%s=%s: strict: %v, not %v", state.setting, state.value, err, state.want)
		}
		e, err := accel.Open()
		if err != nil {
			t.Errorf("%s=%s: %v", state.setting, state.value, err)
			continue
		}
		if !errors.Is(e.Unavailable(), state.want) {
			t.Errorf("%s=%s: %v, not %v", state.setting, state.value, e.Unavailable(), state.want)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		if live := emulator.Live(); live != 0 {
			t.Errorf("%s=%s: %d objects are left on the device", state.setting, state.value, live)
		}
	}
}

func TestAMissingIndexIsNoDevice(t *testing.T) {
	devicetest.Require(t)
	if e, err := accel.Open(accel.WithDevices(1000), accel.WithStrict()); e != nil ||
		!errors.Is(err, accel.ErrNoDevice) {
		t.Errorf("engine %v, error %v", e, err)
	}
	e, err := accel.Open(accel.WithDevices(0), accel.WithStrict())
	if err != nil {
		t.Fatal(err)
	}
	if devices := e.Devices(); len(devices) != 1 || devices[0].Index != 0 ||
		devices[0].TotalMemory == 0 {
		t.Errorf("devices: %+v", devices)
	}
	if err := e.Close(); err != nil || e.Devices() != nil ||
		!errors.Is(e.Unavailable(), accel.ErrClosed) {
		t.Errorf("after Close: %v, devices %v, unavailable %v", err, e.Devices(), e.Unavailable())
	}
}
