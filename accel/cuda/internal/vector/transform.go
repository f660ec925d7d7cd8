package vector

import (
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// Decimation is the order in which a transform takes and leaves its elements. Its values are as
// gnark-crypto's fft.DIF and fft.DIT.
type Decimation int

const (
	// Frequency takes elements in natural order and leaves them in bit-reversed order.
	Frequency Decimation = iota
	// Time takes elements in bit-reversed order and leaves them in natural order.
	Time
)

// Coset is the coset shift·H of a domain H.
type Coset struct {
	// Shift and Inverse are the shift and 1/shift, in Montgomery form.
	Shift, Inverse []uint64
}

// Transform describes a number-theoretic transform.
type Transform struct {
	// Inverse interpolates, with the division by the domain's size, rather than evaluates.
	Inverse bool
	// Decimation is the order of the elements.
	Decimation Decimation
	// Coset is where the values are. Nil is the domain itself. Forward, the coefficient of Xⁱ is
	// multiplied by shiftⁱ first. Inverse, it is divided by shiftⁱ at last.
	Coset *Coset
}

// Transform queues the transforms of the vectors `from` into the vectors `to`. Each goes to the
// same place.
//
// All have the domain's length. A vector may be transformed in place. Otherwise vectors of `to`
// must not overlap vectors of `from`.
func (w *Workspace) Transform(d *Domain, t Transform, to, from []*Vector) {
	w.queue("transform", func() error {
		if len(to) != len(from) {
			return fmt.Errorf("%d vectors into %d", len(from), len(to))
		}
		for i := range from {
			if from[i].count != d.Len() || to[i].count != d.Len() {
				return fmt.Errorf("%d elements into %d over a domain of %d",
					from[i].count, to[i].count, d.Len())
			}
		}
		return w.transform(d, t, to, from)
	}, append(append([]*Vector{}, to...), from...)...)
}

func (w *Workspace) transform(d *Domain, transform Transform, to, from []*Vector) error {
	d.making.Lock()
	defer d.making.Unlock()
	before, after, err := w.transformFactors(d, transform)
	if err != nil {
		return err
	}
	return w.do(func(q *driver.Queue) {
		order := inOrder(plan.Passes(d.log), transform.Decimation)
		for len(from) > 0 {
			n := min(len(from), kernels.BatchLimit)
			b := transformBatch{
				Transform: transform, d: d, before: before, after: after, to: to[:n],
				from: from[:n],
			}
			b.launch(q, order)
			to, from = to[n:], from[n:]
		}
	})
}

// transformFactors returns the factors of the elements that a transform reads and writes.
//
// The powers of the shift go by the exponents of the coefficients. A forward transform reads
// coefficients, an inverse one writes them.
func (w *Workspace) transformFactors(
	d *Domain, t Transform,
) (before, after powersArgs, err error) {
	if t.Coset == nil {
		if t.Inverse {
			after = powersArgs{large: d.sizeInverse(), order: kernels.OneFactor}
		}
		return before, after, nil
	}
	tables, err := d.factors(w, t.Coset, t.Inverse)
	if err != nil {
		return before, after, err
	}
	natural := (t.Decimation == Frequency) != t.Inverse // the order of the coefficients
	order := uint32(kernels.FactorReversed)
	if natural {
		order = kernels.FactorByIndex
	}
	if t.Inverse {
		return before, d.powers(tables, order), nil
	}
	return d.powers(tables, order), after, nil
}

// transformBatch is the transform of as many vectors as a launch takes.
type transformBatch struct {
	Transform
	d             *Domain
	before, after powersArgs // of the elements that the first pass reads and the last one writes
	to, from      []*Vector
}

// launch queues the passes. The first one reads `from`. All others work in place.
func (b *transformBatch) launch(q *driver.Queue, order []transformPass) {
	args := transformArgs{twiddles: b.d.tables, logN: uint32(b.d.log)}
	for i := range b.from {
		args.from[i], args.to[i] = b.from[i].at(0), b.to[i].at(0)
	}
	if b.Inverse {
		args.inverse = 1
	}
	kernel := b.d.functions["ntt_frequency"]
	if b.Decimation == Time {
		kernel = b.d.functions["ntt_time"]
	}
	size := 1 << min(b.d.log, kernels.TileBits)
	grid := driver.Grid{X: b.d.Len() / size, Y: len(b.from), Threads: max(size/4, 1)}
	for i, p := range order {
		args.low, args.levels = uint32(p.low), uint32(p.levels)
		args.before, args.after = powersArgs{}, powersArgs{}
		if i == 0 {
			args.before = b.before
		}
		if i == len(order)-1 {
			args.after = b.after
		}
		driver.Launch(q, kernel, grid, &args)
		args.from = args.to
	}
}

// transformPass is a pass of a transform: the levels with rows 2^low to 2^(low+levels−1) apart.
type transformPass struct{ low, levels int }

// inOrder returns the passes of the given levels, in the order of a transform.
func inOrder(levels []int, decimation Decimation) []transformPass {
	log := 0
	for _, n := range levels {
		log += n
	}
	var order []transformPass
	for _, n := range levels {
		log -= n
		order = append(order, transformPass{low: log, levels: n})
	}
	if decimation == Time {
		slices.Reverse(order)
	}
	return order
}
