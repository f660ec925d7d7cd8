package devicetest

import (
	"fmt"
	"math/rand/v2"
)

// Fault is a silent fault of a device, in the words of the emulator.
type Fault struct{ Name, Operation, Kind string }

// Faults are the faults of a campaign: kernels, blocks, copies and memsets that are not done, then
// single words.
var Faults = []Fault{
	{"kernel not run", "kernel", "skip"},
	{"block not run", "kernel", "block"},
	{"copy up skipped", "cuMemcpyHtoDAsync_v2", "skip"},
	{"copy down skipped", "cuMemcpyDtoHAsync_v2", "skip"},
	{"copy within skipped", "cuMemcpyDtoDAsync_v2", "skip"},
	{"memset skipped", "memset", "skip"},
	{"bit of a kernel's word", "kernel", "bit"},
	{"stale word of a kernel", "kernel", "stale"},
	{"bit of a copy up", "cuMemcpyHtoDAsync_v2", "bit"},
	{"bit of a copy down", "cuMemcpyDtoHAsync_v2", "bit"},
}

// OfWords says whether a fault damages one word.
func (f Fault) OfWords() bool { return f.Kind == "bit" || f.Kind == "stale" }

// DrawFault returns the index of one of [Faults]. Most draws are faults in kernels, since most
// operations are kernels.
func DrawFault(draw *rand.Rand) int {
	inKernels := []int{0, 1, 6, 7}
	f := draw.IntN(len(Faults))
	if draw.IntN(3) > 0 {
		f = inKernels[draw.IntN(len(inKernels))]
	}
	return f
}

// At returns the emulator's setting for the fault in the n-th run, from 1.
func (f Fault) At(n uint64) string { return fmt.Sprintf("%s:%d=%s", f.Operation, n, f.Kind) }
