package cuda

import (
	"context"

	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/accel/cuda/msm"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/vector"
)

// DeviceInfo describes a device.
type DeviceInfo = driver.DeviceInfo

// Multi-scalar multiplications.
type (
	// Group describes a group of a curve.
	Group = plan.Group
	// Shape is how scalars are cut into windows, and how windows are spread over bucket sets.
	Shape = plan.Shape
	// Plan is the layout of an MSM, or of several at once, in windows, chunks and memory.
	Plan = plan.Plan
	// Bases are points on a device, or points that travel there with each MSM.
	Bases = msm.Bases
	// Result is the outcome of an MSM before the last few doublings.
	Result = msm.Result
	// Term is one summand of a result: 2^Shift times a point.
	Term = msm.Term
	// Report says how an MSM was run and where its time went.
	Report = msm.Report
	// Location says where scalars are before an MSM.
	Location = plan.Location
	// FixedBase is a base with the table of its multiples, on a device.
	FixedBase = vector.FixedBase
)

// OnHost and OnDevice are the locations of scalars.
const (
	OnHost   = plan.OnHost
	OnDevice = plan.OnDevice
)

// ErrStopped: nobody waits for a computation any more. Errors that wrap it wrap the cause as well.
var ErrStopped = device.ErrStopped

// Stopped returns an error that wraps [ErrStopped] once the context is cancelled, and nil before.
func Stopped(ctx context.Context) error { return device.Stopped(ctx) }

// GivingUp is [device.GivingUp]: it calls a function again where memory is short.
func GivingUp(take func() error, steps ...func() error) error {
	return device.GivingUp(take, steps...)
}

// Vectors of field elements.
type (
	// Field describes a prime field, whose elements vectors hold.
	Field = plan.Field
	// Workspace is a queue of operations on vectors, with the vectors made for them.
	Workspace = vector.Workspace
	// Vector is a vector of field elements on a device, or a part of one.
	Vector = vector.Vector
	// Layout cuts vectors out of one piece of memory, or counts what they take.
	Layout = vector.Layout
	// Sparse is a part of a sparse matrix on a device.
	Sparse = vector.Sparse
	// Evictable is a vector that stays between workspaces until its memory is needed.
	Evictable = vector.Evictable
	// Scalars are vectors on the device that are lent to MSMs.
	Scalars = device.Scalars
	// Domain is a multiplicative subgroup of 2^log elements, with the tables of transforms over it.
	Domain = vector.Domain
	// Transform describes a number-theoretic transform.
	Transform = vector.Transform
	// Coset is the coset shift·H of a domain H.
	Coset = vector.Coset
	// Decimation says in which order a transform takes and leaves its elements.
	Decimation = vector.Decimation
	// Numerator holds the parts of the numerator of PLONK's quotient on a coset of a domain.
	Numerator = vector.Numerator
)

// The limits of operations on vectors.
const (
	// MaxElements is the length of the longest vector.
	MaxElements = vector.MaxElements
	// MaxTerms is the number of vectors that [Workspace.Combine] adds up at once.
	MaxTerms = vector.MaxTerms
	// MaxCommitments is the number of commitments, and of their selectors, that
	// [Workspace.Numerator] takes.
	MaxCommitments = vector.MaxCommitments
)

// Frequency and Time are the decimations of transforms.
const (
	Frequency = vector.Frequency
	Time      = vector.Time
)

// DomainBytes is the device memory of the tables of a domain of 2^log elements. The tables of n
// cosets, for transforms in both directions, are among them.
func DomainBytes(f *Field, log, n int) uint64 { return plan.DomainBytes(f, log, n) }

// IndexElements is the number of elements whose memory holds n indices of 32 bits.
func IndexElements(f *Field, n int) int { return plan.IndexElements(f, n) }

// The roots that a compressed point asks for: none, or the smaller or the larger y.
const (
	NoRoot       = kernels.NoRoot
	SmallestRoot = kernels.SmallestRoot
	LargestRoot  = kernels.LargestRoot
)

// PointElements is the number of elements whose memory holds n points of a group.
func PointElements(f *Field, g *Group, n int) int { return plan.PointElements(f, g, n) }

// Slots is the number of MSMs that a device works on at once, each with scratch memory of its
// own.
const Slots = plan.Slots
