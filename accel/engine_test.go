package accel_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/rs/zerolog"
)

func TestWithoutDevice(t *testing.T) {
	e, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Unavailable(); !errors.Is(err, accel.ErrWithoutDevice) {
		t.Errorf("unavailable: %v", err)
	}
	if e.Devices() != nil || e.Statistics() != (accel.Statistics{}) {
		t.Errorf("devices %v, statistics %+v", e.Devices(), e.Statistics())
	}
	if err := errors.Join(e.Close(), e.Close()); err != nil {
		t.Error(err)
	}
}

// A library that is not there stands for every machine without a device. It does so with the tag
// and without.
func TestNoLibrary(t *testing.T) {
	missing := accel.WithDriverLibrary(filepath.Join(t.TempDir(), "libcuda.so.1"))
	states := []error{accel.ErrNoLibrary, accel.ErrNotCompiled, accel.ErrNotSupported}

	var log bytes.Buffer
	e, err := accel.Open(missing, accel.WithLogger(zerolog.New(&log)))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := e.Unavailable(); !isOneOf(err, states) {
		t.Errorf("unavailable: %v", err)
	}
	if lines := strings.Count(log.String(), "\n"); lines != 1 ||
		!strings.Contains(log.String(), e.Unavailable().Error()) {
		t.Errorf("not one line with the reason: %q", log.String())
	}

	if e, err := accel.Open(missing, accel.WithStrict()); e != nil || !isOneOf(err, states) {
		t.Errorf("strict: engine %v, error %v", e, err)
	}
}

func isOneOf(err error, targets []error) bool {
	for _, target := range targets {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}

func TestDefaultIsOneEngine(t *testing.T) {
	if e := accel.Default(); e == nil || e != accel.Default() {
		t.Error("Default gave two engines, or none")
	}
}
