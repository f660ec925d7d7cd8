package engine

import (
	"errors"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// IsInSubGroupBatch says whether all points are in the group.
func (g *Group[P, E]) IsInSubGroupBatch(points []P) (bool, error) {
	if err := g.check(); err != nil {
		return false, err
	}
	all, err := g.checkPoints(points, nil, nil)
	if !errors.Is(err, ErrOnCPU) {
		return all, err
	}
	var none atomic.Bool
	parallel.Chunks(len(points), func(from, to int) {
		for i := from; i < to && !none.Load(); i++ {
			if !g.Host.IsInSubGroup(&points[i]) {
				none.Store(true)
			}
		}
	})
	return !none.Load(), nil
}

// checkPoints has the device compute y of the points that have x alone. It says whether all points
// are in the group. roots has for each point the y that it takes, such as [cuda.NoRoot], or is nil
// if all have theirs. The device keeps the points if it has room. On [ErrOnCPU] the caller does
// both; points that take a root are undefined then.
func (g *Group[P, E]) checkPoints(
	points []P, roots []byte, made *Made,
) (all bool, err error) {
	err = g.compute("check of points", len(points), raw.SizeOf[P](len(points)),
		func(w *cuda.Workspace) error {
			all, err = g.complete(w, points, roots, made)
			return err
		})
	return all, err
}

func (g *Group[P, E]) complete(
	w *cuda.Workspace, points []P, roots []byte, made *Made,
) (all bool, err error) {
	field, group := g.Scalars, g.Device
	n, at, bad, asked, err := g.roomForCheck(w, len(points))
	if err != nil {
		return false, err
	}
	room, err := g.retain(w, made, points, at)
	if err != nil {
		return false, err
	}
	found := make([]uint64, field.Limbs)
	defer func() { err = room.end(err) }()
	for first := 0; first < len(points); first += n {
		k := min(n, len(points)-first)
		some := room.of(first, k)
		w.Upload(some, raw.Bytes(points[first:first+k]))
		if roots != nil {
			words := make([]uint32, (k+3)/4)
			copy(raw.Bytes(words), roots[first:first+k])
			to := asked.Slice(0, cuda.IndexElements(field, len(words)))
			w.UploadIndices(to, words)
			w.Decompress(group, some, to, bad, k)
			if err := w.Download(raw.Bytes(points[first:first+k]), some); err != nil {
				return false, err
			}
		}
		w.CheckPoints(group, some, bad, k)
	}
	err = w.Download(raw.Bytes(found), bad)
	return found[0] == 0, err
}

// roomForCheck takes the memory for a check of points. It returns a vector for n of them, one for
// the number of bad points, and one for the roots that n points ask for.
func (g *Group[P, E]) roomForCheck(
	w *cuda.Workspace, points int,
) (n int, at, bad, asked *cuda.Vector, err error) {
	field := g.Scalars
	n = g.roomFor(w, min(maxTogether, points), func(n int) int { return 2 * g.elements(n) })
	if at, err = w.Vector(field, g.elements(n)); err != nil {
		return 0, nil, nil, nil, err
	}
	if bad, err = w.Vector(field, 1); err != nil {
		return 0, nil, nil, nil, err
	}
	asked, err = w.Vector(field, cuda.IndexElements(field, (n+3)/4))
	return n, at, bad, asked, err
}
