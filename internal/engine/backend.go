package engine

import (
	"context"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Compiled says whether the program can use devices: it is a constant of the build.
const Compiled = cuda.Available

// Backend is the part of [cuda.Backend] that an engine uses, which documents the methods. It is the
// seam of the build tag: programs without the tag link no device that stands behind it.
type Backend interface {
	Devices() []cuda.DeviceInfo
	BytesInUse() uint64
	Ready(g *cuda.Group) error
	Settle() error
	Load(
		g *cuda.Group, n int, points []byte, made *cuda.Vector, headroom uint64,
	) (*cuda.Bases, error)
	Multiply(b *cuda.Bases) error
	HostBases(g *cuda.Group, n int, points []byte) *cuda.Bases
	ReserveHostBases(g *cuda.Group, n int) error
	Unaffected(g *cuda.Group, n int, headroom, taken uint64) bool
	Reserve(bytes uint64) error
	Available() uint64
	FewCopies() bool
	Pin(memory []byte) error
	Unpin(memory []byte) error
	Begin(ctx context.Context) (w *cuda.Workspace, end func() error, err error)
	Products(g *cuda.Group) (perSecond float64, err error)
	Renew() error
	Close() error

	MultiExp(b *cuda.Bases, from int, vectors [][]byte) ([]*cuda.Result, error)
	MultiExpScalars(b *cuda.Bases, from int, s *cuda.Scalars) ([]*cuda.Result, error)
	Plan(b *cuda.Bases, n, vectors int, where cuda.Location) (*cuda.Plan, error)
	Warm(b *cuda.Bases, n, vectors int, where cuda.Location) error
	Reload(b *cuda.Bases) error
	Free(b *cuda.Bases) error

	// The methods below serve dry runs.

	DryRun(b *cuda.Bases, n, vectors int, where cuda.Location) error
	VectorBytes() uint64
	BytesTaken() uint64
}
