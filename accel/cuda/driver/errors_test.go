package driver

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// sentinels are all errors of which errors.Is tells one state from another.
var sentinels = []error{
	ErrNotCompiled, ErrNotSupported, ErrNoLibrary, ErrUnusable, ErrDriverTooOld, ErrNoDevice,
	ErrDeviceTooOld, ErrOutOfMemory, ErrDeviceLost, ErrClosed, ErrOutsideDo, ErrPanicked,
}

func TestErrorBelongsToOneSentinel(t *testing.T) {
	for _, c := range []struct {
		call string
		code int
		want error
	}{
		{"cuMemAlloc_v2", 2, ErrOutOfMemory},
		{"cuMemHostAlloc", 2, ErrOutOfMemory},
		{"cuInit", 100, ErrNoDevice},
		{"cuDeviceGet", 101, ErrNoDevice},
		{"cuInit", 2, ErrUnusable},
		{"cuInit", 34, ErrUnusable},
		{"cuInit", 802, ErrUnusable},
		{"cuInit", 803, ErrUnusable},
		{"cuInit", 804, ErrUnusable},
		{"cuInit", 999, ErrUnusable},
		{"cuInit", 12345, ErrUnusable},
		{"cuDevicePrimaryCtxRetain", 46, ErrUnusable},
		{"cuModuleLoadData", 209, ErrDeviceTooOld},
		{"cuModuleLoadData", 222, ErrDriverTooOld},
		{"cuModuleLoadData", 218, nil},
		{"cuLaunchKernel", 1, nil},
		{"cuLaunchKernel", 701, nil},
		{"cuEventQuery", 600, nil},
		{"cuStreamSynchronize", 214, ErrDeviceLost},
		{"cuStreamSynchronize", 226, ErrDeviceLost},
		{"cuStreamSynchronize", 700, ErrDeviceLost},
		{"cuStreamSynchronize", 702, ErrDeviceLost},
		{"cuStreamSynchronize", 710, ErrDeviceLost},
		{"cuStreamSynchronize", 714, ErrDeviceLost},
		{"cuStreamSynchronize", 715, ErrDeviceLost},
		{"cuStreamSynchronize", 716, ErrDeviceLost},
		{"cuStreamSynchronize", 717, ErrDeviceLost},
		{"cuStreamSynchronize", 718, ErrDeviceLost},
		{"cuStreamSynchronize", 719, ErrDeviceLost},
		{"cuStreamSynchronize", 999, ErrDeviceLost},
	} {
		err := fmt.Errorf("around it: %w", newError(c.call, c.code, "CUDA_ERROR", ""))
		for _, s := range sentinels {
			if got, want := errors.Is(err, s), s == c.want; got != want {
				t.Errorf("%s = %d: errors.Is(%q) is %v", c.call, c.code, s, got)
			}
		}
	}
}

func TestErrorSaysWhatFailed(t *testing.T) {
	err := newError("cuMemAlloc_v2", 2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory")
	for _, part := range []string{
		"cuMemAlloc_v2", "CUDA_ERROR_OUT_OF_MEMORY", "(2)", ", out of memory", "memory limit",
	} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
	if err := newError("cuInit", 12345, "", ""); !strings.Contains(err.Error(), "nvidia-smi") {
		t.Errorf("%q does not say what to do", err)
	}
	got, want := newError("cuFree", 12345, "", "").Error(), "cuFree: an unknown CUDA error (12345)"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHintsForCommonCodes(t *testing.T) {
	for _, code := range []int{
		2, 34, 46, 100, 101, 209, 214, 218, 221, 222, 700, 719, 802, 803, 804, 999,
	} {
		if meanings[code].hint == "" {
			t.Errorf("code %d has no hint", code)
		}
	}
}

func TestSentinelsDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range sentinels {
		text := s.Error()
		if seen[text] {
			t.Errorf("%q stands for two states", text)
		}
		seen[text] = true
	}
}
