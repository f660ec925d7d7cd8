package vector

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// CheckPoints queues the check that n points are in the group: on the curve, and of the order of
// the scalars. Otherwise it sets the first word of bad to 1.
func (w *Workspace) CheckPoints(g *plan.Group, points, bad *Vector, n int) {
	args := checkPointsArgs{points: points.at(0), bad: bad.at(0), count: uint32(n)}
	w.queue("check of points", func() error {
		return launch(w, w.store.ofChecks(g), "check_points", n, kernels.CheckThreads, &args)
	}, points, bad)
}

// Decompress queues the computation of y for n points. A byte for each point says which root it is:
// [kernels.NoRoot] for a point that has its y. If some x has none, the first word of bad becomes 1.
func (w *Workspace) Decompress(g *plan.Group, points, roots, bad *Vector, n int) {
	args := decompressArgs{
		points: points.at(0), roots: roots.at(0), bad: bad.at(0), count: uint32(n),
	}
	w.queue("roots of points", func() error {
		return launch(w, w.store.ofChecks(g), "decompress", n, kernels.CheckThreads, &args)
	}, points, roots, bad)
}
