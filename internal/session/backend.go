package session

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Backend is what is asked of [cuda.Backend].
type Backend interface {
	Devices() []cuda.DeviceInfo
	BytesInUse() uint64
	MultiExp(g *cuda.Group, points, scalars []byte) (*cuda.Result, error)
	MultiExpVector(g *cuda.Group, points []byte, v *cuda.Vector) (*cuda.Result, error)
	MultiExpScalars(g *cuda.Group, points []byte, s *cuda.Scalars) ([]*cuda.Result, error)
	Load(g *cuda.Group, points []byte, spare uint64) (Resident, error)
	Stream(g *cuda.Group, points int) error
	// Reserve keeps memory, in bytes, that bases loaded later leave.
	Reserve(bytes uint64) error
	// Spare is the memory, in bytes, that is left for bases.
	Spare() uint64
	// Begin returns a workspace, and what has to be called after its use. What was queued last
	// may fail only then.
	Begin() (w *cuda.Workspace, end func() error, err error)
	Products(g *cuda.Group) (perSecond float64, err error)
	// Busy says whether the device has work at this moment.
	Busy() (bool, error)
	Close() error
}

// Resident is what is asked of [cuda.Bases].
type Resident interface {
	Expect(n, vectors int, where cuda.Location) error
	MultiExpBatch(from int, vectors [][]byte) ([]*cuda.Result, error)
	MultiExpVector(from int, v *cuda.Vector) (*cuda.Result, error)
	MultiExpScalars(from int, s *cuda.Scalars) ([]*cuda.Result, error)
	Close() error
}

// Accept takes over the result of an MSM. It returns an error that wraps [ErrInvalidResult] if
// the result cannot be right.
type Accept func(*cuda.Result) error

var (
	// ErrInvalidResult: what the device returned is not a point of the curve.
	ErrInvalidResult = errors.New("accel: the device returned an invalid result")
	// ErrClosed: the engine or the bases were used after Close.
	ErrClosed = errors.New("accel: used after Close")
)
