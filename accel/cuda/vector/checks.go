package vector

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// checkFunctions are the loaded kernels of a group for points that were read.
type checkFunctions struct{ check, decompress driver.Function }

func (k *checkFunctions) list() []device.Kernel {
	return []device.Kernel{
		{Name: "check_points", Function: &k.check},
		{Name: "decompress", Function: &k.decompress},
	}
}

// CheckPoints queues the check that n points are in the group: on the curve, and of the order of
// the scalars. Otherwise it sets the first word of bad to 1.
func (w *Workspace) CheckPoints(g *plan.Group, points, bad *Vector, n int) {
	args := checkPointsArgs{points: points.at(0), bad: bad.at(0), count: uint32(n)}
	w.onChecks("check of points", g, func(t *driver.Thread, k *checkFunctions) error {
		blocks := plan.CeilDiv(n, kernels.CheckThreads)
		return device.Launch(t, k.check, blocks, kernels.CheckThreads, w.stream, &args)
	}, points, bad)
}

// Decompress queues the computation of y for n points. A byte for each point says which root it is:
// [kernels.NoRoot] for a point that has its y. If some x has none, the first word of bad becomes 1.
func (w *Workspace) Decompress(g *plan.Group, points, roots, bad *Vector, n int) {
	args := decompressArgs{
		points: points.at(0), roots: roots.at(0), bad: bad.at(0), count: uint32(n),
	}
	w.onChecks("roots of points", g, func(t *driver.Thread, k *checkFunctions) error {
		blocks := plan.CeilDiv(n, kernels.CheckThreads)
		return device.Launch(t, k.decompress, blocks, kernels.CheckThreads, w.stream, &args)
	}, points, roots, bad)
}

// onChecks queues the launches of f, with the kernels of a group itself.
func (w *Workspace) onChecks(
	operation string, g *plan.Group, f func(*driver.Thread, *checkFunctions) error,
	vectors ...*Vector,
) {
	w.queue(operation, func() error {
		k, err := w.store.checkFunctionsOf(g)
		if err != nil {
			return err
		}
		return w.do(func(t *driver.Thread) error { return f(t, k) })
	}, vectors...)
}

// checkFunctionsOf returns the kernels of a group, which are loaded at their first use.
func (s *Store) checkFunctionsOf(g *plan.Group) (*checkFunctions, error) {
	if k, ok := s.checks.Get(g.Name); ok {
		return k, nil
	}
	return s.checks.Load(s.device, device.Source[checkFunctions]{
		Name: g.Name, Prefix: g.Name, Images: g.Kernels, List: (*checkFunctions).list,
	})
}
