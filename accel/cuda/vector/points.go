package vector

import (
	"bytes"
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// Points are affine and lie in the memory of vectors of [plan.PointElements] elements of the
// scalars' field.

// pointFunctions are the loaded kernels of a group for vectors of points.
type pointFunctions struct {
	fixedBase, scale, butterfly driver.Function
}

func (k *pointFunctions) list() []device.Kernel {
	return []device.Kernel{
		{Name: "fixed_base", Function: &k.fixedBase},
		{Name: "scale_points", Function: &k.scale},
		{Name: "butterfly", Function: &k.butterfly},
	}
}

// FixedBase is a base with the table of its multiples. It belongs to a workspace.
type FixedBase struct {
	group *plan.Group
	plan  plan.FixedBase
	table *Vector
}

// FixedBase makes the table of a base's multiples, for some n scalars of a field. That takes at
// most the given memory, in bytes, unless even the smallest table takes more.
func (w *Workspace) FixedBase(
	g *plan.Group, f *plan.Field, base []byte, n int, most uint64,
) (*FixedBase, error) {
	p := plan.NewFixedBase(g, n, most)
	table, err := w.Vector(f, plan.PointElements(f, g, p.Entries()))
	if err != nil {
		return nil, err
	}
	powers, err := w.Vector(f, plan.PointElements(f, g, p.Powers()))
	if err != nil {
		return nil, err
	}
	numbers, err := w.Vector(f, max(p.Powers(), p.Digits()))
	if err != nil {
		return nil, err
	}
	w.Upload(powers, bytes.Repeat(base, p.Powers()))
	exponents := numbers.Slice(0, p.Powers())
	w.Upload(exponents, driver.Bytes(powersOfTwo(g, p.Powers(), f.Limbs)))
	every := scalePointsArgs{mask: ^uint32(0), low: 31, plain: 1}
	w.scale(g, powers, exponents, p.Powers(), every)
	digits := numbers.Slice(0, p.Digits())
	w.Upload(digits, driver.Bytes(numbersFromOne(p.Digits(), f.Limbs)))
	for window := range p.Windows {
		w.multiply(g, fixedBaseArgs{
			table:   powers.at(0) + driver.Ptr(window*p.Bits*g.PointBytes()),
			scalars: digits.at(0),
			to:      table.at(0) + driver.Ptr(window*p.Digits()*g.PointBytes()),
			count:   uint32(p.Digits()), bits: 1, windows: uint32(p.Bits), plain: 1,
		}, table, powers, digits)
	}
	return &FixedBase{g, p, table}, errors.Join(w.Err(), powers.Close(), numbers.Close())
}

// powersOfTwo returns the powers 2^k for k < n, in limbs, with zeros for those above all scalars.
func powersOfTwo(g *plan.Group, n, limbs int) []uint64 {
	words := make([]uint64, n*limbs)
	for k := range min(n, g.ScalarBits+1, 64*limbs) {
		words[k*limbs+k/64] = 1 << (k % 64)
	}
	return words
}

// numbersFromOne returns the numbers from 1 to n, in limbs.
func numbersFromOne(n, limbs int) []uint64 {
	words := make([]uint64, n*limbs)
	for i := range n {
		words[i*limbs] = uint64(i + 1)
	}
	return words
}

// MultiplyBase queues to[i] = scalars[i]·base.
func (w *Workspace) MultiplyBase(b *FixedBase, to, scalars *Vector) {
	w.multiply(b.group, fixedBaseArgs{
		table: b.table.at(0), scalars: scalars.at(0), to: to.at(0),
		count: uint32(scalars.count), bits: uint32(b.plan.Bits), windows: uint32(b.plan.Windows),
	}, to, scalars, b.table)
}

// multiply queues multiples of a base by the table and scalars of the arguments.
func (w *Workspace) multiply(g *plan.Group, args fixedBaseArgs, vectors ...*Vector) {
	w.onPoints("multiples of a base", g, func(t *driver.Thread, k *pointFunctions) error {
		block := plan.Accumulation(g).Block
		blocks := w.pointBlocks(int(args.count), 1, block)
		return device.Launch(t, k.fixedBase, blocks, block, w.stream, &args)
	}, vectors...)
}

// ScalePoints queues points[i] = scalars[i]·points[i].
func (w *Workspace) ScalePoints(g *plan.Group, points, scalars *Vector) {
	w.scale(g, points, scalars, scalars.count, scalePointsArgs{mask: ^uint32(0), low: 31})
}

// scale queues the products of n points by scalars, which the arguments choose.
func (w *Workspace) scale(
	g *plan.Group, points, scalars *Vector, n int, args scalePointsArgs,
) {
	args.to, args.scalars, args.count = points.at(0), scalars.at(0), uint32(n)
	w.onPoints("multiples of points", g, func(t *driver.Thread, k *pointFunctions) error {
		blocks := w.pointBlocks(n, 1, kernels.PointThreads)
		return device.Launch(t, k.scale, blocks, kernels.PointThreads, w.stream, &args)
	}, points, scalars)
}

// ButterflyPoints queues the sums and the differences of 2^log points and those behind the first
// half: each point of a half with the one in its place in the other.
func (w *Workspace) ButterflyPoints(g *plan.Group, points *Vector, log int) {
	w.butterfly(g, points, log, log-1)
}

// butterfly queues the butterflies of 2^log points that lie 2^low apart.
func (w *Workspace) butterfly(g *plan.Group, points *Vector, log, low int) {
	w.onPoints("butterflies of points", g, func(t *driver.Thread, k *pointFunctions) error {
		args := butterflyArgs{points: points.at(0), count: 1 << (log - 1), low: uint32(low)}
		blocks := w.pointBlocks(int(args.count), 2, kernels.PointThreads)
		return device.Launch(t, k.butterfly, blocks, kernels.PointThreads, w.stream, &args)
	}, points)
}

// TransformPoints queues the transform of 2^log points, by decimation in frequency: it leaves them
// in bit-reversed order.
//
// There are 2^(log−1) twiddles, the powers of the root of unity, or one for a single point. In the
// end all points are scaled by the last scalar: there are four, of which the first three are that
// scalar, and the fourth is that times the root's power for a quarter of the points.
func (w *Workspace) TransformPoints(g *plan.Group, points, twiddles, last *Vector, log int) {
	for low := log - 1; low >= 0; low-- {
		w.butterfly(g, points, log, low)
		switch {
		case low >= 2: // differences by their twiddles
			w.scale(g, points, twiddles, 1<<(log-1), scalePointsArgs{
				low: uint32(low), offset: 1 << low, mask: 1<<low - 1, shift: uint32(log - 1 - low),
			})
		case low == 1: // the same, and all points by the last scalar
			w.scale(g, points, last, 1<<log, scalePointsArgs{low: 31, mask: 3})
		}
	}
	if log < 2 {
		w.scale(g, points, last, 1<<log, scalePointsArgs{low: 31})
	}
}

// pointBlocks is the number of blocks for n groups of points that share inversions.
func (w *Workspace) pointBlocks(n, points, block int) int {
	return plan.CeilDiv(plan.PointThreads(w.device.Multiprocessors, n, points), block)
}

// onPoints queues the launches of f on points of a group.
func (w *Workspace) onPoints(
	operation string, g *plan.Group, f func(*driver.Thread, *pointFunctions) error,
	vectors ...*Vector,
) {
	w.queue(operation, func() error {
		k, err := w.store.pointFunctionsOf(g)
		if err != nil {
			return err
		}
		return w.do(func(t *driver.Thread) error { return f(t, k) })
	}, vectors...)
}

// pointFunctionsOf returns the kernels of a group, which are loaded at their first use.
func (s *Store) pointFunctionsOf(g *plan.Group) (*pointFunctions, error) {
	if k, ok := s.points.Get(g.KernelPrefix()); ok {
		return k, nil
	}
	return s.points.Load(s.device, device.Source[pointFunctions]{
		Name: g.Name, Prefix: g.KernelPrefix(), Images: g.Kernels, List: (*pointFunctions).list,
	})
}
