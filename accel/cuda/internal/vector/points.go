package vector

import (
	"bytes"
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Points are affine and lie in the memory of vectors of [plan.PointElements] elements of the
// scalars' field.

// FixedBase is a base with the table of its multiples. It belongs to a workspace.
type FixedBase struct {
	group *plan.Group
	plan  plan.FixedBase
	table *Vector
}

// FixedBase makes the table of a base's multiples, for some n scalars of a field. That takes at
// most the given memory, in bytes, unless even the smallest table takes more.
func (w *Workspace) FixedBase(
	g *plan.Group, f *plan.Field, base []byte, n int, maxBytes uint64,
) (*FixedBase, error) {
	p := plan.NewFixedBase(g, n, maxBytes)
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
	w.Upload(exponents, raw.Bytes(powersOfTwo(g, p.Powers(), f.Limbs)))
	every := scalePointsArgs{mask: ^uint32(0), low: 31, plain: 1}
	w.scale(g, powers, exponents, p.Powers(), every)
	digits := numbers.Slice(0, p.Digits())
	w.Upload(digits, raw.Bytes(numbersFromOne(p.Digits(), f.Limbs)))
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

// powersOfTwo returns the powers 2^k for k < n, in limbs. Powers above all scalars are zero.
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
	onPoints(w, g, "multiples of a base", "fixed_base", int(args.count), 1,
		plan.Accumulation(g).Block, args, vectors...)
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
	onPoints(w, g, "multiples of points", "scale_points", n, 1, kernels.PointThreads, args,
		points, scalars)
}

// ButterflyPoints queues the sums and the differences of 2^log points that lie 2^low apart.
func (w *Workspace) ButterflyPoints(g *plan.Group, points *Vector, log, low int) {
	n := 1 << (log - 1)
	args := butterflyArgs{points: points.at(0), count: uint32(n), low: uint32(low)}
	onPoints(w, g, "butterflies of points", "butterfly", n, 2, kernels.PointThreads, args, points)
}

// TransformPoints queues the transform of 2^log points, by decimation in frequency: it leaves them
// in bit-reversed order.
//
// There are 2^(log−1) twiddles, the powers of the root of unity, or one for a single point. In the
// end all points are scaled by the last scalar: there are four, of which the first three are that
// scalar, and the fourth is that times the root's power for a quarter of the points.
func (w *Workspace) TransformPoints(g *plan.Group, points, twiddles, last *Vector, log int) {
	for low := log - 1; low >= 0; low-- {
		w.ButterflyPoints(g, points, log, low)
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

// onPoints queues a kernel on n groups of some points each, that share inversions.
func onPoints[A any](w *Workspace, g *plan.Group, operation, kernel string, n, points, block int,
	args A, vectors ...*Vector) {
	w.queue(operation, func() error {
		threads := plan.PointThreads(w.device.Multiprocessors, n, points)
		return launch(w, pointKernels(g), kernel, threads, block, &args)
	}, vectors...)
}

// CheckPoints queues the check that n points are in the group: on the curve, and of the order of
// the scalars. Otherwise it sets the first word of bad to 1.
func (w *Workspace) CheckPoints(g *plan.Group, points, bad *Vector, n int) {
	args := checkPointsArgs{points: points.at(0), bad: bad.at(0), count: uint32(n)}
	w.queue("check of points", func() error {
		return launch(w, checkKernels(g), "check_points", n, kernels.CheckThreads, &args)
	}, points, bad)
}

// Decompress queues the computation of y for n points. A byte for each point says which root it is:
// [kernels.NoRoot] for a point that has its y. If some x has none, the first word of bad becomes 1.
func (w *Workspace) Decompress(g *plan.Group, points, roots, bad *Vector, n int) {
	args := decompressArgs{
		points: points.at(0), roots: roots.at(0), bad: bad.at(0), count: uint32(n),
	}
	w.queue("roots of points", func() error {
		return launch(w, checkKernels(g), "decompress", n, kernels.CheckThreads, &args)
	}, points, roots, bad)
}
