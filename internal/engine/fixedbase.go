package engine

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

const (
	// maxTable is the memory, in bytes, of the largest table of a base's multiples.
	maxTable = 64 << 20
	// maxTogether is the number of points that lie on the device at once, at most.
	maxTogether = 1 << 20
	// minTogether is the least number that is worth a device with little memory.
	minTogether = 1 << 8
)

var errNoBase = errors.New("accel: no base to multiply")

// MultiplesOf returns the multiples of a base by all scalars. Errors are [ErrClosed] and the
// failures of a strict engine.
//
// The device clears its copies of the scalars and of the points, unless it has room to keep the
// points in made.
func (g *Group[P, E]) MultiplesOf(base *P, scalars []E, made *Made) ([]P, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if base == nil {
		return nil, errNoBase
	}
	points := make([]P, len(scalars))
	err := g.compute("multiples of a base", len(scalars), raw.SizeOf[E](len(scalars)),
		func(w *cuda.Workspace) error { return g.multiplyBase(w, points, base, scalars, made) })
	if errors.Is(err, ErrOnCPU) {
		points = g.Host.BatchScalarMultiplication(base, scalars)
		made.Advance(raw.SizeOf[P](len(points)))
		return points, nil
	}
	if err != nil {
		return nil, err
	}
	return points, nil
}

// multiplyBase sets points[i] to scalars[i]·base, as many at a time as have room.
func (g *Group[P, E]) multiplyBase(
	w *cuda.Workspace, points []P, base *P, scalars []E, made *Made,
) (err error) {
	table, from, to, err := g.roomForMultiples(w, base, len(scalars))
	if err != nil {
		return err
	}
	room, err := g.retain(w, made, points, to)
	if err != nil {
		return err
	}
	defer func() { err = room.end(err) }()
	for first, n := 0, from.Len(); first < len(scalars); first += n {
		k := min(n, len(scalars)-first)
		some, products := from.Slice(0, k), room.of(first, k)
		w.Upload(some, raw.Bytes(scalars[first:first+k]))
		w.MultiplyBase(table, products, some)
		if err := w.Download(raw.Bytes(points[first:first+k]), products); err != nil {
			return err
		}
		made.Advance(raw.SizeOf[P](k))
	}
	return nil
}

// roomForMultiples takes the memory for n multiples of a base: the table of the base, and vectors
// for some of the scalars and for their products.
func (g *Group[P, E]) roomForMultiples(
	w *cuda.Workspace, base *P, n int,
) (table *cuda.FixedBase, from, to *cuda.Vector, err error) {
	field, group := g.Scalars, g.Device
	// Half of the memory is for the scalars and their multiples.
	most := g.roomFor(w, maxTable/field.ElementBytes(), func(n int) int { return 2 * n })
	table, err = w.FixedBase(group, field, raw.Bytes([]P{*base}), n,
		uint64(most*field.ElementBytes()))
	if err != nil {
		return nil, nil, nil, err
	}
	some := g.roomFor(w, min(maxTogether, n), func(n int) int { return n + g.elements(n) })
	if from, err = w.Vector(field, some); err != nil {
		return nil, nil, nil, err
	}
	to, err = w.Vector(field, g.elements(some))
	return table, from, to, err
}

// room is the device's memory for points that are computed part by part.
type room[P, E any] struct {
	*retained
	group *Group[P, E]
	part  *cuda.Vector // where all parts are computed, unless the device keeps them
}

// retain returns memory where points are computed. They stay there if the device has room.
func (g *Group[P, E]) retain(
	w *cuda.Workspace, made *Made, points []P, part *cuda.Vector,
) (*room[P, E], error) {
	all, err := made.retain(w, g.Scalars, raw.Bytes(points), g.elements(len(points)))
	return &room[P, E]{all, g, part}, err
}

// of returns the memory of k points, from the index first on.
func (r *room[P, E]) of(first, k int) *cuda.Vector {
	if r.vector == nil {
		return r.part.Slice(0, r.group.elements(k))
	}
	return r.vector.Vector().Slice(r.group.elements(first), r.group.elements(first+k))
}

// elements returns the number of scalars that n points take the memory of.
func (g *Group[P, E]) elements(n int) int {
	return cuda.PointElements(g.Scalars, g.Device, n)
}

// roomFor halves n until its elements have room, or it is the least one.
func (g *Group[P, E]) roomFor(w *cuda.Workspace, n int, takes func(n int) int) int {
	for n > minTogether && !w.Room(g.Scalars, takes(n)) {
		n /= 2
	}
	return n
}
