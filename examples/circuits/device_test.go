//go:build cuda && linux && (amd64 || arm64)

package main

import (
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// driverVariable names the environment variable that chooses the driver's library.
const driverVariable = "GNARK_ACCEL_CUDA_DRIVER"

// requireEmulator skips the test on a real device: only the emulator can be told what machine to
// be.
func requireEmulator(t *testing.T) {
	t.Helper()
	devicetest.Require(t)
	if !devicetest.Emulated() {
		t.Skipf("%s does not name the emulator", driverVariable)
	}
}

func TestProofOnTheDevice(t *testing.T) {
	devicetest.Require(t)
	// one of them has a commitment
	for circuit, backend := range map[string]string{"mimc": "cuda", "rangecheck": "auto"} {
		r := runHere(t, "-json", "-circuit", circuit, "-backend", backend, "-min-size", "1",
			"-constraints", "300", "-proofs", "2")
		got := r.wantVerified(t, 2)
		if d := got.Device; d.Acceleration != "cuda" || d.Name == "" || d.Memory == 0 ||
			d.State != "" || d.Reason != "" {
			t.Errorf("%s, -backend %s: device %+v", circuit, backend, d)
		}
		if s := got.Statistics; s.DeviceMSMs == 0 || s.CPUSmall != 0 || s.CPUFailure != 0 ||
			s.DeviceBytes == 0 {
			t.Errorf("%s, -backend %s: statistics %+v", circuit, backend, s)
		}
	}
}

// TestSetupOnTheDevice makes keys there, by either scheme.
func TestSetupOnTheDevice(t *testing.T) {
	devicetest.Require(t)
	for _, scheme := range proving.Names() {
		r := runHere(t, "-json", "-scheme", scheme, "-backend", "cuda", "-setup", "cuda",
			"-min-size", "1", "-constraints", "300", "-proofs", "1")
		if got := r.wantVerified(t, 1); got.Times.Setup == 0 {
			t.Errorf("%s: no time of the setup", scheme)
		}
	}
}

func TestTableNamesTheDevice(t *testing.T) {
	devicetest.Require(t)
	r := runHere(t, "-backend", "cuda", "-min-size", "1", "-constraints", "300", "-proofs", "1")
	r.wantStatus(t, exitVerified)
	if first, _, _ := strings.Cut(r.stdout, "\n"); !strings.HasSuffix(first, " (cuda)") {
		t.Errorf("the first row is %q", first)
	}
	if strings.Contains(r.stdout, "because") {
		t.Errorf("there is an excuse:\n%s", r.stdout)
	}
}

func TestNoteForACircuitTooSmallForTheDevice(t *testing.T) {
	devicetest.Require(t)
	got := runHere(t, "-json", "-backend", "cuda", "-circuit", "cubic", "-proofs",
		"1").wantVerified(t, 1)
	if got.Device.Acceleration != "none" || !strings.Contains(got.Note, "-min-size 1") {
		t.Errorf("device %+v, note %q", got.Device, got.Note)
	}
}

func TestWithoutTheDevice(t *testing.T) {
	got := runHere(t, "-json", "-backend", "cpu", "-constraints", "1000", "-proofs",
		"1").wantVerified(t, 1)
	if got.Device.Name != "" || got.Device.Acceleration != "none" ||
		got.Statistics.DeviceMSMs != 0 {
		t.Errorf("-backend cpu: device %+v, statistics %+v", got.Device, got.Statistics)
	}
}

func TestNoDriverLibrary(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "libcuda.so.1")
	wantNoDevice(t, []string{driverVariable + "=" + missing}, "no driver library",
		"no CUDA driver library")
}

// TestUnusableDevice has machines that the emulator can be told to be.
func TestUnusableDevice(t *testing.T) {
	requireEmulator(t)
	for setting, want := range map[string][2]string{
		"DEVICES=0":           {"no device", "no CUDA-capable device is detected"},
		"DRIVER_VERSION=9000": {"driver too old", "the CUDA driver is too old"},
		"CC=5.2":              {"device too old", "the CUDA device is too old"},
	} {
		wantNoDevice(t, []string{"GNARK_ACCEL_EMULATOR_" + setting}, want[0], want[1])
	}
}

// TestKeyLargerThanTheMemoryLimit proves on the device with keys that do not fit there. The limits
// are those that the messages of failures ask for.
func TestKeyLargerThanTheMemoryLimit(t *testing.T) {
	devicetest.Require(t)
	for _, scheme := range []string{"groth16", "plonk"} {
		var r result
		devicetest.MinMemory(t, func(limit uint64) error {
			r = runHere(t, "-json", "-scheme", scheme, "-backend", "cuda", "-memory-limit",
				strconv.FormatUint(limit, 10),
				"-min-size", "1", "-constraints", "300", "-proofs", "1")
			if r.status == exitVerified {
				return nil
			}
			return errors.New(r.report(t).Error)
		})
		got := r.wantVerified(t, 1)
		if d := got.Device; d.Acceleration != "cuda" || d.State != "" ||
			!strings.Contains(got.Note, "does not fit") {
			t.Errorf("%s: device %+v, note %q", scheme, d, got.Note)
		}
		if s := got.Statistics; s.SentMSMs == 0 || s.CPUSmall != 0 || s.CPUFailure != 0 {
			t.Errorf("%s: statistics %+v", scheme, s)
		}
	}
}

// TestTooLittleMemory has a device with too little memory for anything.
func TestTooLittleMemory(t *testing.T) {
	requireEmulator(t)
	wantTooLittleMemory(t, []string{"GNARK_ACCEL_EMULATOR_MEMORY=100000"})
}

func TestMemoryLimitTooLow(t *testing.T) {
	devicetest.Require(t)
	wantTooLittleMemory(t, nil, "-memory-limit", "20K")
}

func wantTooLittleMemory(t *testing.T, little []string, limit ...string) {
	t.Helper()
	args := append([]string{"-json", "-min-size", "1", "-constraints", "1000", "-proofs", "1"},
		limit...)

	strict := runThere(t, little, append(args, "-backend", "cuda")...)
	strict.wantStatus(t, exitFailed)
	got := strict.report(t)
	if got.Device.State != "out of memory" || !strings.Contains(got.Error, "out of CUDA memory") {
		t.Errorf("-backend cuda: state %q, error %q", got.Device.State, got.Error)
	}

	auto := runThere(t, little, args...)
	got = auto.wantVerified(t, 1)
	if got.Device.Acceleration != "none" || got.Device.State == "" || got.Device.Reason == "" {
		t.Errorf("-backend auto: device %+v", got.Device)
	}
	wantOneLine(t, auto.stderr, "bases not loaded, computed on the CPU")
	if n := strings.Count(auto.stderr, "WRN"); n != 1 {
		t.Errorf("%d warnings of one cause:\n%s", n, auto.stderr)
	}
}
