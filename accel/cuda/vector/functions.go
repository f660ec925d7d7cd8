package vector

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// The kernels of a field, of a group for vectors of points, and of a group for points that were
// read.
var (
	fieldKernels = []string{
		"ntt_frequency", "ntt_time", "power_table", "power_reversed",
		"multiply", "add", "subtract", "combine", "fill", "scale", "reverse", "invert",
		"gather", "sparse_multiply", "check_products",
		"product_tiles", "product_scan", "product_apply",
		"divide_tiles", "divide_scan", "divide_apply",
		"evaluate_parts", "evaluate_sum", "plonk_numerator",
	}
	pointKernels = []string{"fixed_base", "scale_points", "butterfly"}
	checkKernels = []string{"check_points", "decompress"}
)

// loader returns kernels, which are loaded at their first use.
type loader func() (device.Functions, error)

func (s *Store) ofField(f *plan.Field) loader {
	return func() (device.Functions, error) {
		return s.fields.Load(s.device, f.Name, f.Kernels, fieldKernels, nil)
	}
}

func (s *Store) ofPoints(g *plan.Group) loader {
	return func() (device.Functions, error) {
		return s.points.Load(s.device, g.KernelPrefix(), g.Kernels, pointKernels, nil)
	}
}

func (s *Store) ofChecks(g *plan.Group) loader {
	return func() (device.Functions, error) {
		return s.checks.Load(s.device, g.Name, g.Kernels, checkKernels, nil)
	}
}

// launch queues a kernel on n threads at least, in blocks of a size. Without threads it does
// nothing.
func launch[A any](w *Workspace, from loader, kernel string, n, block int, args *A) error {
	if n == 0 {
		return nil
	}
	k, err := from()
	if err != nil {
		return err
	}
	return w.do(func(t *driver.Thread) error {
		return device.Launch(t, k[kernel], plan.CeilDiv(n, block), block, w.stream, args)
	})
}

// forEach queues a kernel with a thread for each element of vectors of one length.
func forEach[A any](w *Workspace, operation, kernel string, args A, vectors ...*Vector) {
	forSome(w, operation, kernel, 1, kernels.VectorThreads, args, vectors...)
}

// forSome is forEach with a thread for each run of elements, in blocks of a size.
func forSome[A any](
	w *Workspace, operation, kernel string, run, block int, args A, vectors ...*Vector,
) {
	w.operate(operation, func(t *driver.Thread, k device.Functions) error {
		blocks := plan.CeilDiv(vectors[0].count, run*block)
		return device.Launch(t, k[kernel], blocks, block, w.stream, &args)
	}, vectors...)
}
