package engine

import (
	"errors"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// ScalePoints returns scalars[i]·points[i] for all i, in affine coordinates. Errors are
// gnark-crypto's for other than as many scalars as points, [ErrClosed] and the failures of a strict
// engine.
//
// The device clears its copies of the scalars and of the points.
func (g *Group[P, E]) ScalePoints(points []P, scalars []E) ([]P, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if err := CheckInput(len(points), len(scalars), ecc.MultiExpConfig{}); err != nil {
		return nil, err
	}
	scaled := make([]P, len(points))
	bytes := raw.SizeOf[E](len(scalars)) + raw.SizeOf[P](len(points))
	err := g.compute("multiples of points", len(points), bytes,
		func(w *cuda.Workspace) error { return g.scale(w, scaled, points, scalars) })
	if !errors.Is(err, ErrOnCPU) {
		return scaled, err
	}
	parallel.EachChunk(len(points), minPairs, func(_, from, to int) {
		var k big.Int
		for i := from; i < to; i++ {
			g.Host.Scalars.BigInt(&scalars[i], &k)
			g.Host.ScalarMultiplication(&scaled[i], &points[i], &k)
		}
		words := k.Bits()
		clear(words[:cap(words)]) // the last scalar may be shorter than others
	})
	return scaled, nil
}

// scale sets to[i] to scalars[i]·points[i], as many at a time as have room.
func (g *Group[P, E]) scale(w *cuda.Workspace, to, points []P, scalars []E) error {
	field, group := g.Scalars, g.Device
	n := g.roomFor(w, min(maxTogether, len(points)),
		func(n int) int { return n + g.elements(n) })
	factors, err := w.Vector(field, n)
	if err != nil {
		return err
	}
	at, err := w.Vector(field, g.elements(n))
	if err != nil {
		return err
	}
	for first := 0; first < len(points); first += n {
		k := min(n, len(points)-first)
		some, by := at.Slice(0, g.elements(k)), factors.Slice(0, k)
		w.Upload(some, raw.Bytes(points[first:first+k]))
		w.Upload(by, raw.Bytes(scalars[first:first+k]))
		w.ScalePoints(group, some, by)
		if err := w.Download(raw.Bytes(to[first:first+k]), some); err != nil {
			return err
		}
	}
	return nil
}
