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
		call  string
		want  error
		codes []int
	}{
		{"cuMemAlloc_v2", ErrOutOfMemory, []int{2}},
		{"cuMemHostAlloc", ErrOutOfMemory, []int{2}},
		{"cuInit", ErrNoDevice, []int{100}},
		{"cuDeviceGet", ErrNoDevice, []int{101}},
		{"cuInit", ErrUnusable, []int{2, 34, 802, 803, 804, 999, 12345}},
		{"cuDevicePrimaryCtxRetain", ErrUnusable, []int{46}},
		{"cuModuleLoadData", ErrDeviceTooOld, []int{209}},
		{"cuModuleLoadData", ErrDriverTooOld, []int{222}},
		{"cuModuleLoadData", nil, []int{218}},
		{"cuLaunchKernel", nil, []int{1, 701}},
		{"cuEventQuery", nil, []int{600}},
		{"cuStreamSynchronize", ErrDeviceLost,
			[]int{214, 226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 999}},
	} {
		for _, code := range c.codes {
			err := fmt.Errorf("around it: %w", newError(c.call, code, "CUDA_ERROR", ""))
			for _, s := range sentinels {
				if got, want := errors.Is(err, s), s == c.want; got != want {
					t.Errorf("%s = %d: errors.Is(%q) is %v", c.call, code, s, got)
				}
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
