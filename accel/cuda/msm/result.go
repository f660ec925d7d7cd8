package msm

import "time"

// Term is one summand of a result: 2^Shift times a point.
type Term struct {
	// Shift is the number of doublings that the point still needs.
	Shift int
	// Point holds X, Y, ZZ, ZZZ, one coordinate after the other, in Montgomery form and fully
	// reduced. The affine point is (X/ZZ, Y/ZZZ). ZZ = 0 is the point at infinity. ZZ³ = ZZZ².
	Point []uint64
}

// Result is the outcome of an MSM before the last few doublings, which are left to the host.
//
// The MSM is the sum of all terms. They are ordered by descending shift, so that Horner's rule
// applies from the first to the last.
type Result struct {
	Terms  []Term
	Report Report
}

// Report says how an MSM was run and where its time went.
type Report struct {
	Points int // number of scalars
	Window int // window width in bits
	Factor int // precomputed multiples of a base, 1 without precomputation
	Chunks int // pieces in which the scalars went through the device
	// Device is the index of the device that ran the MSM.
	Device int
	// Phases are measured on the device between events, Total on the host from call to result.
	// Upload is the time in which scalars and host bases were on their way, mostly under compute.
	Upload, Partition, Accumulate, Reduce, Total time.Duration
	// BytesUp is the number of bytes that crossed the bus to the device.
	BytesUp uint64
}
