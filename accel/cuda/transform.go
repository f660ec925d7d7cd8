//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Transform queues the transform of each vector of `from`, which has the domain's length, into the vector of `to` at the
// same place. A vector may be transformed in place; otherwise those of `to` must not overlap those of `from`.
func (w *Workspace) Transform(d *Domain, t Transform, to, from []*Vector) error {
	return w.queue("transform", func() error {
		if len(to) != len(from) {
			return fmt.Errorf("%d vectors into %d", len(from), len(to))
		}
		for i := range from {
			if from[i].count != d.Len() || to[i].count != d.Len() {
				return fmt.Errorf("%d elements into %d over a domain of %d", from[i].count, to[i].count, d.Len())
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
	return w.do(func(t *driver.Thread) error {
		for len(from) > 0 {
			n := min(len(from), batchLimit)
			b := transformBatch{d: d, Transform: transform, before: before, after: after, to: to[:n], from: from[:n]}
			if err := b.launch(t, w.stream, passesInOrder(d.log, transform.Decimation)); err != nil {
				return err
			}
			to, from = to[n:], from[n:]
		}
		return nil
	})
}

// transformFactors are the factors of what a transform reads and of what it writes: the shift's powers go by the exponents
// of the coefficients, which are what a transform forward reads and an inverse one writes.
func (w *Workspace) transformFactors(d *Domain, t Transform) (before, after powersArgs, err error) {
	if t.Coset == nil {
		if t.Inverse {
			after = powersArgs{large: d.sizeInverse(), order: oneFactor}
		}
		return before, after, nil
	}
	tables, err := d.factors(w.space, t.Coset, t.Inverse)
	if err != nil {
		return before, after, err
	}
	natural := (t.Decimation == Frequency) != t.Inverse // the order of the coefficients
	order := factorReversed
	if natural {
		order = factorByIndex
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
	before, after powersArgs // factors of what the first pass reads and of what the last one writes
	to, from      []*Vector
}

// launch queues the passes. The first one reads `from`; all others work in place.
func (b *transformBatch) launch(t *driver.Thread, s driver.Stream, order []transformPass) error {
	args := transformArgs{twiddles: b.d.tables, logN: uint32(b.d.log)}
	for i := range b.from {
		args.from[i], args.to[i] = b.from[i].at(0), b.to[i].at(0)
	}
	if b.Inverse {
		args.inverse = 1
	}
	kernel := b.d.kernels.frequency
	if b.Decimation == Time {
		kernel = b.d.kernels.time
	}
	size := 1 << min(b.d.log, tileBits)
	grid, block := [3]uint32{uint32(b.d.Len() / size), uint32(len(b.from)), 1}, [3]uint32{uint32(max(size/4, 1)), 1, 1}
	for i, p := range order {
		args.low, args.levels = uint32(p.low), uint32(p.levels)
		args.before, args.after = powersArgs{}, powersArgs{}
		if i == 0 {
			args.before = b.before
		}
		if i == len(order)-1 {
			args.after = b.after
		}
		if err := driver.Launch(t, kernel, grid, block, s, &args); err != nil {
			return err
		}
		args.from = args.to
	}
	return nil
}

// transformPass is a pass of a transform: the levels whose rows are 2^low to 2^(low+levels−1) apart.
type transformPass struct{ low, levels int }

// passesInOrder returns the passes in the order in which a transform does them.
func passesInOrder(log int, decimation Decimation) []transformPass {
	return inOrder(passes(log), decimation)
}

func inOrder(levels []int, decimation Decimation) []transformPass {
	log := 0
	for _, n := range levels {
		log += n
	}
	order := make([]transformPass, len(levels))
	for i, n := range levels {
		log -= n
		at := i
		if decimation == Time {
			at = len(levels) - 1 - i
		}
		order[at] = transformPass{low: log, levels: n}
	}
	return order
}
