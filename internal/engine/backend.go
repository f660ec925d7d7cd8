package engine

import (
	"context"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Compiled says whether the program can use devices: it is a constant of the build.
const Compiled = driver.Available

// Backend is the part of [cuda.Backend] that an engine uses, which documents the methods.
type Backend interface {
	Devices() []cuda.DeviceInfo
	BytesInUse() uint64
	Ready(g *cuda.Group) error
	Settle() error
	Load(g *cuda.Group, n int, points []byte, made *cuda.Vector, headroom uint64) (Sums, error)
	HostBases(g *cuda.Group, n int, points []byte) Sums
	ReserveHostBases(g *cuda.Group, n int) error
	Unaffected(g *cuda.Group, n int, headroom, taken uint64) bool
	Reserve(bytes uint64) error
	Available() uint64
	Pin(memory []byte) error
	Unpin(memory []byte) error
	// Begin returns a workspace, which the context stops, and a function to call after its use. The
	// last queued work may fail only in that call.
	Begin(ctx context.Context) (w *cuda.Workspace, end func() error, err error)
	Products(g *cuda.Group) (perSecond float64, err error)
	Renew() error
	Close() error
}

// Sums computes MSMs over points: it is the part of [cuda.Bases] that an engine uses.
type Sums interface {
	Shape() cuda.Shape
	Bytes() uint64
	Warm(n, vectors int, where cuda.Location) error
	Plan(n, vectors int, where cuda.Location) (*cuda.Plan, error)
	DryRun(n, vectors int, where cuda.Location) error
	MultiExp(from int, vectors [][]byte) ([]*cuda.Result, error)
	MultiExpScalars(from int, s *cuda.Scalars) ([]*cuda.Result, error)
	Reload() error
	Close() error
}
