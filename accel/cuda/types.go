package cuda

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/msm"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/vector"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// The types of the packages below, which document them.
type (
	DeviceInfo = driver.DeviceInfo
	Images     = driver.Images
	Group      = plan.Group
	Plan       = plan.Plan
	Location   = plan.Location
	Bases      = msm.Bases
	Result     = msm.Result
	Term       = msm.Term
	Report     = msm.Report
	Field      = plan.Field
	Workspace  = vector.Workspace
	Vector     = vector.Vector
	Layout     = vector.Layout
	Sparse     = vector.Sparse
	Evictable  = vector.Evictable
	FixedBase  = vector.FixedBase
	Scalars    = device.Scalars
	Item       = device.Item
	Domain     = vector.Domain
	Transform  = vector.Transform
	Coset      = vector.Coset
	Numerator  = vector.Numerator
)

// OnHost and OnDevice are the locations of scalars.
const (
	OnHost   = plan.OnHost
	OnDevice = plan.OnDevice
)

// The limits of operations on vectors.
const (
	MaxElements    = vector.MaxElements
	MaxTerms       = vector.MaxTerms
	MaxCommitments = vector.MaxCommitments
)

// Frequency and Time are the decimations of transforms.
const (
	Frequency = vector.Frequency
	Time      = vector.Time
)

// The roots that a compressed point asks for: the smaller or the larger y.
const (
	SmallestRoot = kernels.SmallestRoot
	LargestRoot  = kernels.LargestRoot
)

// Slots is the number of MSMs that a device works on at once. Each has scratch memory of its own.
const Slots = plan.Slots

// ErrStopped: nobody waits for a computation any more. Errors that wrap it wrap the cause as well.
var ErrStopped = device.ErrStopped

// The functions of the packages below, which document them.
var (
	OutOfMemory    = driver.OutOfMemory
	ErrUnavailable = driver.ErrUnavailable
	Stopped        = device.Stopped
	GivingUp       = device.GivingUp
	DomainBytes    = plan.DomainBytes
	IndexElements  = plan.IndexElements
	PointElements  = plan.PointElements
	MayStay        = vector.MayStay
)
