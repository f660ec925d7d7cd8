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

// source says where kernels come from, and where they are once they were loaded.
type source struct {
	loaded *device.Kernels
	prefix string // of their names
	images driver.Images
	names  []string
}

func (s *Store) ofField(f *plan.Field) source {
	return source{&s.fields, f.Name, f.Kernels, fieldKernels}
}

func (s *Store) ofPoints(g *plan.Group) source {
	return source{&s.points, g.KernelPrefix(), g.Kernels, pointKernels}
}

func (s *Store) ofChecks(g *plan.Group) source {
	return source{&s.checks, g.Name, g.Kernels, checkKernels}
}

// load returns the kernels of a source, which are loaded at their first use.
func (s *Store) load(from source) (device.Functions, error) {
	return from.loaded.Load(s.device, from.prefix, from.images, from.names, nil)
}

// launch queues a kernel on n threads at least, in blocks of a size. Without threads it does
// nothing.
func launch[A any](w *Workspace, from source, kernel string, n, block int, args *A) error {
	if n == 0 {
		return nil
	}
	k, err := w.store.load(from)
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
