package vector

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// The kernels of fields, of groups' vectors, and of groups' points that were read.
var (
	fieldNames = []string{
		"ntt_frequency", "ntt_time", "power_table", "power_reversed",
		"multiply", "add", "subtract", "combine", "fill", "scale", "reverse", "invert",
		"gather", "sparse_multiply", "check_products",
		"product_tiles", "product_scan", "product_apply",
		"divide_tiles", "divide_scan", "divide_apply",
		"evaluate_parts", "evaluate_sum", "plonk_numerator",
	}
	pointNames = []string{"fixed_base", "scale_points", "butterfly"}
	checkNames = []string{"check_points", "decompress"}
)

func fieldKernels(f *plan.Field) device.KernelSet {
	return device.KernelSet{Prefix: f.Name, Images: f.Kernels, Names: fieldNames}
}

func pointKernels(g *plan.Group) device.KernelSet {
	return device.KernelSet{Prefix: g.KernelPrefix(), Images: g.Kernels, Names: pointNames}
}

func checkKernels(g *plan.Group) device.KernelSet {
	return device.KernelSet{Prefix: g.Name, Images: g.Kernels, Names: checkNames}
}

// launch queues a kernel on n threads at least, in blocks of a size. Without threads it does
// nothing.
func launch[A any](w *Workspace, set device.KernelSet, kernel string, n, block int, args *A) error {
	if n == 0 {
		return nil
	}
	k, err := w.device.Load(set)
	if err != nil {
		return err
	}
	return w.do(func(q *driver.Queue) {
		driver.Launch(q, k[kernel], driver.Grid{X: plan.CeilDiv(n, block), Threads: block}, args)
	})
}

// forEach queues a kernel with a thread for each element of vectors of one length.
func forEach[A any](w *Workspace, operation, kernel string, args A, vectors ...*Vector) {
	forSome(w, operation, kernel, 1, kernels.VectorThreads, args, vectors...)
}

// forSome is forEach with a thread for each run of elements. Blocks have a given size.
func forSome[A any](
	w *Workspace, operation, kernel string, run, block int, args A, vectors ...*Vector,
) {
	w.operate(operation, func(q *driver.Queue, k device.Functions) {
		grid := driver.Grid{X: plan.CeilDiv(vectors[0].count, run*block), Threads: block}
		driver.Launch(q, k[kernel], grid, &args)
	}, vectors...)
}
