//go:build cuda && linux && (amd64 || arm64)

package main

import (
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

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
		r := runHere(t, "-circuit", circuit, "-backend", backend, "-min-size", "1",
			"-constraints", "300", "-proofs", "2")
		r.wantRows(t, `verified +2/2`, `device +.* \(cuda\)$`)
		if strings.Contains(r.stdout, "because") {
			t.Errorf("there is an excuse:\n%s", r.stdout)
		}
	}
}

func TestNoteForACircuitTooSmallForTheDevice(t *testing.T) {
	devicetest.Require(t)
	runHere(t, "-backend", "cuda", "-circuit", "cubic", "-proofs", "1").
		wantRows(t, `device +CPU`, `note .*-min-size 1`)
}

func TestNoDriverLibrary(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "libcuda.so.1")
	wantNoDevice(t, []string{driverVariable + "=" + missing}, "no CUDA driver library")
}

// TestUnusableDevice has machines that the emulator can be told to be.
func TestUnusableDevice(t *testing.T) {
	requireEmulator(t)
	for setting, want := range map[string]string{
		"DEVICES=0":           "no CUDA-capable device is detected",
		"DRIVER_VERSION=9000": "the CUDA driver is too old",
		"CC=5.2":              "the CUDA device is too old",
	} {
		wantNoDevice(t, []string{"GNARK_ACCEL_EMULATOR_" + setting}, want)
	}
}

// TestKeyLargerThanTheMemoryLimit proves on the device with keys that do not fit there. The limits
// are those that the messages of failures ask for.
func TestKeyLargerThanTheMemoryLimit(t *testing.T) {
	devicetest.Require(t)
	for _, scheme := range []string{"groth16", "plonk"} {
		var r result
		devicetest.MinMemory(t, func(limit uint64) error {
			r = runHere(t, "-scheme", scheme, "-backend", "cuda", "-memory-limit",
				strconv.FormatUint(limit, 10),
				"-min-size", "1", "-constraints", "300", "-proofs", "1")
			if r.status == exitVerified {
				return nil
			}
			return errors.New(r.stderr)
		})
		r.wantRows(t, `verified +1/1`, `device +.* \(cuda\)$`, `note .*does not fit`)
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
	args := append([]string{"-min-size", "1", "-constraints", "1000", "-proofs", "1"}, limit...)

	strict := runThere(t, little, append(args, "-backend", "cuda")...)
	strict.wantStatus(t, exitFailed)
	wantOneLine(t, strict.stderr, "out of CUDA memory")

	auto := runThere(t, little, args...)
	auto.wantRows(t, `verified +1/1`, `device +CPU`, `note .*a device failed`)
	wantOneLine(t, auto.stderr, "bases not loaded, computed on the CPU")
	if n := strings.Count(auto.stderr, "WRN"); n != 1 {
		t.Errorf("%d warnings of one cause:\n%s", n, auto.stderr)
	}
}
