package vector

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// The operations whose results depend on all elements before: products, quotients, values.

const (
	evaluateBlocks = 512 // at most, a power of two
	evaluateRun    = 16  // elements of a thread at least, while there are fewer blocks
)

// PrefixProducts queues to[i] = from[0]·…·from[i].
func (w *Workspace) PrefixProducts(to, from *Vector) { w.products(to, from, productArgs{}) }

// ExclusiveProducts queues to[i] = from[0]·…·from[i−1], and to[0] = 1.
func (w *Workspace) ExclusiveProducts(to, from *Vector) {
	w.products(to, from, productArgs{exclusive: 1})
}

func (w *Workspace) products(to, from *Vector, args productArgs) {
	args.to, args.from, args.count = to.at(0), from.at(0), uint32(to.count)
	scan(w, "prefix products", "product", kernels.ProductThreads, kernels.ProductTile,
		&args, &args.tiles, to, from)
}

// Divide queues the division of a polynomial by X − point. Its value at the point goes to to[0],
// the coefficients of the quotient to to[1], to[2], … The point is in Montgomery form.
func (w *Workspace) Divide(to, from *Vector, point []uint64) {
	args := divideArgs{
		to: to.at(0), from: from.at(0), point: newConstant(point), count: uint32(to.count),
	}
	scan(w, "division", "divide", kernels.DivideThreads, kernels.DivideTile,
		&args, &args.tiles, to, from)
}

// scan queues the three kernels of a scan. They scan each tile, then the tiles' results in one
// block, then the elements again. The arguments get the place of the tiles' results.
func scan[A any](
	w *Workspace, operation, name string, threads, tile int, args *A, tiles *driver.Ptr,
	to, from *Vector,
) {
	results, err := w.Vector(from.memory.field, plan.CeilDiv(from.count, tile))
	if err != nil {
		w.fail(err)
		return
	}
	*tiles = results.at(0)
	w.operate(operation, func(q *driver.Queue, k device.Functions) {
		each := driver.Grid{X: results.count, Threads: threads}
		driver.Launch(q, k[name+"_tiles"], each, args)
		driver.Launch(q, k[name+"_scan"], driver.Grid{X: 1, Threads: threads}, args)
		driver.Launch(q, k[name+"_apply"], each, args)
	}, to, from)
	w.fail(results.Close())
}

// Evaluate returns Σ v[i]·pointⁱ, once the operations that were queued before have run. Point and
// value are in Montgomery form. The value of an empty vector is 0.
func (w *Workspace) Evaluate(v *Vector, point []uint64) ([]uint64, error) {
	field := v.memory.field
	to, err := w.Vector(field, 1)
	if err != nil {
		w.fail(err)
		return nil, w.Err()
	}
	w.EvaluateTo(to, []*Vector{v}, point)
	value := make([]uint64, field.Limbs)
	_ = w.Download(raw.Bytes(value), to) // Err has the error
	w.fail(to.Close())
	return value, w.Err()
}

// EvaluateTo queues evaluations of vectors of one field, of any lengths. The values go to a vector.
// The value of an empty vector is not set.
func (w *Workspace) EvaluateTo(to *Vector, vectors []*Vector, point []uint64) {
	parts, err := w.Vector(to.memory.field, evaluateBlocks)
	if err != nil {
		w.fail(err)
		return
	}
	for i, v := range vectors {
		w.evaluate(to.Slice(i, i+1), v, parts, point)
	}
	w.fail(parts.Close())
}

// evaluate queues an evaluation, unless the vector is empty. There is room for evaluateBlocks
// parts.
func (w *Workspace) evaluate(to, v, parts *Vector, point []uint64) {
	blocks := 1
	for blocks < evaluateBlocks && blocks*kernels.EvaluateThreads*evaluateRun < v.count {
		blocks *= 2
	}
	w.queue("evaluation", func() error {
		if v.count == 0 {
			return nil
		}
		k, err := w.device.Load(fieldKernels(v.memory.field))
		if err != nil {
			return err
		}
		args := evaluateArgs{
			to: to.at(0), from: v.at(0), partials: parts.at(0),
			point: newConstant(point), count: uint32(v.count), blocks: uint32(blocks),
		}
		return w.do(func(q *driver.Queue) {
			grid := driver.Grid{X: blocks, Threads: kernels.EvaluateThreads}
			driver.Launch(q, k["evaluate_parts"], grid, &args)
			grid.X = 1
			driver.Launch(q, k["evaluate_sum"], grid, &args)
		})
	}, to, v, parts)
}
