package measure

import (
	"errors"
	"runtime/debug"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

func TestDriverVersion(t *testing.T) {
	for line, want := range map[string]string{
		"NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.129.03  Thu Oct 19 18:56:32 UTC " +
			"2023": "535.129.03",
		"NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.95.05  Release Build  " +
			"(dvs-builder@U22-I3-AM02)": "580.95.05",
		"": "",
	} {
		if got := version.FindString(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestRevision(t *testing.T) {
	built := []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"},
		{Key: "vcs.modified", Value: "true"}}
	if got := revisionOf(built); got != "0123456789ab-dirty" {
		t.Errorf("built with version control: %q", got)
	}
	if got := revisionOf(nil); got != "unknown" {
		t.Errorf("built without: %q", got)
	}
}

func TestBackends(t *testing.T) {
	if _, err := Open(proving.Auto, accel.WithWindow(99)); !errors.Is(err, accel.ErrInvalidOption) {
		t.Errorf("a wrong option: %v", err)
	}
	err := With(proving.CPU, func(e *accel.Engine) error {
		if m := Machine(e); m.Kind() != results.CPU || m["device"] != "" || m["cpu"] == "" {
			t.Errorf("%+v", m)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestProcessorTime(t *testing.T) {
	before := ProcessorTime()
	for deadline := time.Now().Add(5 * time.Second); ProcessorTime() < before+20*time.Millisecond; {
		if time.Now().After(deadline) {
			t.Fatalf("%v of processor time after 5 s of work", ProcessorTime()-before)
		}
	}
}
