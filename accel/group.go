package accel

import (
	"io"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// Group computes MSMs, and with vectors of points, in a curve's group on an engine. P are its
// points in affine coordinates and E the scalars, both gnark-crypto's: G1 and G2 of accel/<curve>
// are groups, which NewG1 and NewG2 there return. It is safe for concurrent use.
//
// Packages of this module convert it to the internal type that it is defined by; no other can.
type Group[P, E any] group.Group[P, E]

func (g *Group[P, E]) inner() *group.Group[P, E] { return (*group.Group[P, E])(g) }

// MultiExp returns Σ scalars[i]·points[i]. The sum of nothing is the point at infinity.
//
// Wrong input gives gnark-crypto's errors: the slices must have the same length, and
// config.NbTasks, which serves only when the CPU computes, must be at most 1024. Otherwise an
// error is returned only by a strict engine, for a failure of the device, and by a closed
// engine, [ErrClosed].
func (g *Group[P, E]) MultiExp(points []P, scalars []E, config ecc.MultiExpConfig) (*P, error) {
	return g.inner().MultiExp(points, scalars, config)
}

// MultiExpVector is MultiExp with scalars that may live on the device. They are a *[Vector] of the
// same engine. The points are sent there.
func (g *Group[P, E]) MultiExpVector(points []P, scalars AnyVector[E]) (*P, error) {
	return g.inner().MultiExpVector(points, scalarsOf(scalars))
}

// Load copies points to the device, where they stay until Close. If the memory there is too small
// for them, they are not copied: one line is logged, and each MSM sends the points that it needs,
// in pieces. That is decided once, at this call.
//
// The bases keep the slice, for MSMs that send its points or that the CPU computes. It must not
// change before Close. Unless the engine is strict, bases that the device cannot be used for are
// not an error: one line is logged and the CPU computes with them. The same holds for an engine
// without a device, and for bases fewer than the engine sends to the device.
func (g *Group[P, E]) Load(points []P) (*Bases[P, E], error) {
	bases, err := g.inner().Load(points)
	return (*Bases[P, E])(bases), err
}

// BatchScalarMultiplication returns the multiples of a base by all scalars, in affine coordinates.
// It is for setups, whose scalars are secrets: the device clears its copies of them.
//
// An error is returned only by a strict engine, for a failure of the device, by a closed engine,
// [ErrClosed], and for a nil base.
func (g *Group[P, E]) BatchScalarMultiplication(base *P, scalars []E) ([]P, error) {
	return g.inner().MultiplesOf(base, scalars)
}

// ScalePoints returns scalars[i]·points[i] for all i, in affine coordinates, as ceremonies need it.
// All points have to be in the group. The device clears its copies of the scalars.
//
// Errors are those of [Group.BatchScalarMultiplication], and one for other than as many scalars as
// points.
func (g *Group[P, E]) ScalePoints(points []P, scalars []E) ([]P, error) {
	return g.inner().ScalePoints(points, scalars)
}

// IsInSubGroupBatch says whether all points are in the group: on the curve, and of the order of
// the scalars. Infinity is. Errors are those of [Group.BatchScalarMultiplication].
func (g *Group[P, E]) IsInSubGroupBatch(points []P) (bool, error) {
	return g.inner().IsInSubGroupBatch(points)
}

// Decode reads a vector of points as gnark-crypto's Decoder does, with all its checks. The points
// are compressed or not. It returns the number of bytes. Roots and checks are the device's work.
//
// Errors are gnark-crypto's, those of the reader, and those of a strict or a closed engine. A file
// that is too short for its length takes no more memory than there are bytes.
func (g *Group[P, E]) Decode(r io.Reader, points *[]P) (int64, error) {
	return g.inner().Decode(r, points)
}

// ToLagrange returns the points in Lagrange form. It is the inverse transform over the points,
// whose number is a power of two, as ToLagrangeG1 of gnark-crypto's package kzg has it for G1.
func (g *Group[P, E]) ToLagrange(points []P) ([]P, error) {
	return g.inner().ToLagrange(points)
}

// ProductsPerSecond measures the Montgomery products that the engine's device computes in a second.
// They are in the prime field of a point's coordinates, and the device does nothing else. It is the
// limit for every MSM, which benchmarks compare with. It fails without a device, and for G2 over an
// extension field.
func (g *Group[P, E]) ProductsPerSecond() (float64, error) { return g.inner().Products() }
