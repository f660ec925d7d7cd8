// Package cuda is the backend: it plans and runs multi-scalar multiplications on CUDA devices, and computes with vectors of
// field elements there ([Workspace], [Domain]).
//
// It works on raw limbs. Points, scalars and results are in gnark-crypto's memory layout (little-endian 64-bit limbs,
// Montgomery form), a curve group is described by a [Group], a field by a [Field], and nothing here knows a gnark type.
// Without the build tag cuda, or on a system that CUDA does not serve, [Open] returns an error that says which of the two it
// is.
package cuda

import (
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Group describes one group of one curve to the backend.
type Group struct {
	// Name names the group in logs and errors, for instance "bn254_g1".
	Name string
	// Prefix begins the names of the group's kernels; empty if it is the name.
	Prefix string
	// CoordinateLimbs is the number of 64-bit limbs of one coordinate of a point: 4 for BN254's G1, 8 for its G2.
	CoordinateLimbs int
	// ScalarLimbs is the number of 64-bit limbs of a scalar. Scalars are below 2^ScalarBits: that is the bit length of the
	// group's order, unless Bounded says that it is a smaller bound which was given.
	ScalarLimbs, ScalarBits int
	Bounded                 bool
	// Kernels returns the curve's kernels, an unpacked fatbin. It is called once a device.
	Kernels func() ([]byte, error)
}

// Below returns the group with scalars below 2^bits only, bits being less than ScalarBits: plans have windows for these bits
// and no more, and tables multiples. The sum with a scalar that is not below is wrong, so that callers check scalars.
func (g *Group) Below(bits int) *Group {
	below := *g
	below.ScalarBits, below.Bounded = bits, true
	return &below
}

// prefix begins the names of the group's kernels.
func (g *Group) prefix() string {
	if g.Prefix != "" {
		return g.Prefix
	}
	return g.Name
}

// PointBytes is the size of an affine point in memory.
func (g *Group) PointBytes() int { return 2 * 8 * g.CoordinateLimbs }

// ScalarBytes is the size of a scalar in memory.
func (g *Group) ScalarBytes() int { return 8 * g.ScalarLimbs }

// Term is one summand of a result: 2^Shift times a point.
type Term struct {
	// Shift is the number of doublings that the point still needs.
	Shift int
	// Point holds X, Y, ZZ, ZZZ, one coordinate after the other, in Montgomery form and fully reduced. The affine point
	// is (X/ZZ, Y/ZZZ); ZZ = 0 is the point at infinity. ZZ³ = ZZZ².
	Point []uint64
}

// Result is the outcome of an MSM before the last few doublings, which are left to the host: the sum of all terms.
// The terms are ordered by descending shift, so that Horner's rule applies from the first to the last.
type Result struct {
	Terms  []Term
	Report Report
}

// Report says how an MSM was run and where its time went.
type Report struct {
	Points int // number of scalars
	Window int // window width in bits
	Factor int // precomputed multiples a base, 1 without precomputation
	Chunks int // pieces in which the scalars went through the device
	// Device is the index of the device that ran it.
	Device int
	// Phases, measured on the device between events, and Total, measured on the host from the call to the result.
	// Upload is the time during which scalars (and bases, in a one-shot call) were on their way, most of it under compute.
	Upload, Partition, Accumulate, Reduce, Total time.Duration
	// BytesUp is what crossed the bus to the device.
	BytesUp uint64
}

// Config says which devices to open and how much of them to use.
type Config struct {
	// Library is the path of the driver library; empty for the system's.
	Library string
	// Devices lists device indices; nil for the first one.
	Devices []int
	// MemoryLimit bounds the device memory in use on each device, in bytes; 0 for what is free, less a reserve.
	MemoryLimit uint64
	// Factor is the number of precomputed multiples of each resident base: 0 to choose it by the memory, 1 for none.
	Factor int
	// Window fixes the window width in bits; 0 to choose it by the plan.
	Window int
}

// DeviceInfo describes a device.
type DeviceInfo = driver.DeviceInfo
