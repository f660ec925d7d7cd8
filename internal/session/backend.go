package session

import (
	"context"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Backend is the part of [cuda.Backend] that an engine uses.
type Backend interface {
	Devices() []cuda.DeviceInfo
	BytesInUse() uint64
	// Load loads n points. In a dry run there is only their number. made is nil, or a vector that
	// has the points.
	Load(g *cuda.Group, n int, points []byte, made *cuda.Vector, headroom uint64) (Sums, error)
	// HostBases returns points that go to the device with each MSM.
	HostBases(g *cuda.Group, n int, points []byte) Sums
	// ReserveHostBases reserves memory for MSMs over n of them.
	ReserveHostBases(g *cuda.Group, n int) error
	// Unaffected says whether Load makes as many multiples while memory is taken as once it is
	// given back, a number of bytes.
	Unaffected(g *cuda.Group, n int, headroom, taken uint64) bool
	// Reserve keeps memory, in bytes, that bases loaded later leave.
	Reserve(bytes uint64) error
	// Available is the memory, in bytes, that is left for bases.
	Available() uint64
	// Pin locks the pages of host memory, for [cuda.Workspace.UploadPinned]. Unpin undoes that, if
	// it was done, once no copy from there is under way.
	Pin(memory []byte) error
	Unpin(memory []byte) error
	// Begin returns a workspace, which the context stops, and a function to call after its use. The
	// last queued work may fail only in that call.
	Begin(ctx context.Context) (w *cuda.Workspace, end func() error, err error)
	Products(g *cuda.Group) (perSecond float64, err error)
	// Renew has what the device keeps between computations made anew.
	Renew() error
	// Busy says whether the device has work at this moment.
	Busy() (bool, error)
	Close() error
}

// Sums computes MSMs over points: it is the part of [cuda.Bases] that an engine uses.
type Sums interface {
	Shape() cuda.Shape
	Bytes() uint64
	Warm(n, vectors int, where cuda.Location) error
	Plan(n, vectors int, where cuda.Location) (*cuda.Plan, error)
	// DryRun makes room for MSMs.
	DryRun(n, vectors int, where cuda.Location) error
	MultiExp(from int, vectors [][]byte) ([]*cuda.Result, error)
	MultiExpScalars(from int, s *cuda.Scalars) ([]*cuda.Result, error)
	// Reload loads the points anew.
	Reload() error
	Close() error
}
