//go:build cuda && linux && (amd64 || arm64)

package accel_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// sumWithFailure opens an engine and has its calls for a launch fail. It returns the sum's error.
func sumWithFailure(
	t *testing.T, emulator *cuda.Emulator, failures string, opts ...accel.Option,
) error {
	t.Helper()
	opts = append(devicetest.Options(devicetest.NarrowBuckets(), devicetest.EveryDevice()), opts...)
	e, err := accel.Open(opts...)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := emulator.Fail(failures); err != nil {
		t.Fatal(err)
	}
	points, scalars := oneToN(8)
	_, err = bn254.NewG1(e).MultiExp(points, scalars, ecc.MultiExpConfig{})
	if err := emulator.Fail(""); err != nil {
		t.Fatal(err)
	}
	return err
}

// TestDevicesAreNamed: errors and log lines name one of several devices, and not the only one.
func TestDevicesAreNamed(t *testing.T) {
	const unknown = "cuLaunchKernel:1=999"
	emulator := devicetest.Emulator(t)
	defer emulator.Reset()
	emulator.Reset()
	devicetest.Devices(t, 2)
	book := new(logbook.Book)
	if err := sumWithFailure(t, emulator, unknown, accel.WithLogger(book.Logger())); err != nil {
		t.Fatal(err)
	}
	lines := book.Entries("device failed, begun again on another device")
	if len(lines) != 1 || lines[0]["deviceIndex"] != 0. ||
		lines[0]["deviceName"] != "CUDA emulator" ||
		!strings.Contains(lines[0]["error"].(string), "device 0 (CUDA emulator): ") {
		t.Errorf("%v", lines)
	}
	if lines := book.Entries("device opened"); len(lines) != 2 || lines[1]["deviceIndex"] != 1. {
		t.Errorf("%v", lines)
	}
	err := sumWithFailure(t, emulator, "cuLaunchKernel:1+=999", accel.WithStrict())
	for _, device := range []string{"device 0 (CUDA emulator): ", "device 1 (CUDA emulator): "} {
		if err == nil || strings.Count(err.Error(), device) != 1 {
			t.Errorf("no %q in: %v", device, err)
		}
	}
	var call *cuda.Error
	if !errors.As(err, &call) || call.Code != 999 {
		t.Errorf("not the driver's error: %v", err)
	}
	err = sumWithFailure(t, emulator, unknown, accel.WithStrict(), accel.WithDevices(1))
	if err == nil || strings.Contains(err.Error(), "device 1 (") {
		t.Errorf("the only device is named: %v", err)
	}
}

// TestDeviceThatCannotBeOpened: the other one does its work, and a line says so. Without any the
// CPU does.
func TestDeviceThatCannotBeOpened(t *testing.T) {
	emulator := devicetest.Emulator(t)
	defer emulator.Reset()
	for _, test := range []struct {
		failures           string
		notOpened, without int
	}{{"cuDevicePrimaryCtxRetain:1=2", 1, 0}, {"cuDevicePrimaryCtxRetain:1+=2", 2, 1}} {
		emulator.Reset()
		devicetest.Devices(t, 2)
		if err := emulator.Fail(test.failures); err != nil {
			t.Fatal(err)
		}
		book := new(logbook.Book)
		e, err := accel.Open(accel.WithLogger(book.Logger()))
		if err != nil {
			t.Fatal(err)
		}
		if available := e.Unavailable() == nil; available != (test.without == 0) {
			t.Errorf("%s: %v", test.failures, e.Unavailable())
		}
		none := book.Entries("no device, MSMs are computed on the CPU")
		lines := book.Entries("device not opened, others do its work")
		if len(lines) != test.notOpened || lines[0]["deviceIndex"] != 0. ||
			len(none) != test.without {
			t.Errorf("%s: %v", test.failures, book)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestDeviceThatCannotBeDescribed: the other one does its work, unless both are named.
func TestDeviceThatCannotBeDescribed(t *testing.T) {
	emulator := devicetest.Emulator(t)
	defer emulator.Reset()
	emulator.Reset()
	devicetest.Devices(t, 2)
	open := func(failures string, opts ...accel.Option) (*accel.Engine, error) {
		devicetest.NoError(t, emulator.Fail(failures))
		return accel.Open(append(opts, accel.WithStrict())...)
	}
	book := new(logbook.Book)
	e, err := open("cuDeviceTotalMem_v2:1=999", accel.WithLogger(book.Logger()))
	devicetest.NoError(t, err)
	if devices := e.Devices(); len(devices) != 1 || devices[0].Index != 1 {
		t.Errorf("not the second device: %v", devices)
	}
	lines := book.Entries("device not opened, others do its work")
	if len(lines) != 1 || !strings.Contains(lines[0]["error"].(string), "device 0: ") {
		t.Errorf("%v", book)
	}
	devicetest.NoError(t, e.Close())
	var call *cuda.Error
	if _, err := open("cuDeviceTotalMem_v2:1+=999"); !errors.As(err, &call) {
		t.Errorf("no device: %v", err)
	}
	_, err = open("cuDeviceTotalMem_v2:1=999", accel.WithDevices(0, 1))
	if call = nil; !errors.As(err, &call) {
		t.Errorf("a device that was asked for: %v", err)
	}
}
