package vector

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// Unless an operation says otherwise, all its vectors have one length. The result may go to one of
// the operands.

// invertRun is the number of elements of a thread, which share an inversion (kernels/vector).
const invertRun = 32

// Multiply queues to[i] = a[i]·b[i].
func (w *Workspace) Multiply(to, a, b *Vector) { w.elementwise("product", "multiply", to, a, b) }

// Add queues to[i] = a[i] + b[i].
func (w *Workspace) Add(to, a, b *Vector) { w.elementwise("sum", "add", to, a, b) }

// Subtract queues to[i] = a[i] − b[i].
func (w *Workspace) Subtract(to, a, b *Vector) { w.elementwise("difference", "subtract", to, a, b) }

func (w *Workspace) elementwise(operation, kernel string, to, a, b *Vector) {
	args := elementwiseArgs{to: to.at(0), a: a.at(0), b: b.at(0), count: uint32(to.count)}
	forEach(w, operation, kernel, args, to, a, b)
}

// Combine queues to[i] = Σ factors[k]·from[k][i], of up to [MaxTerms] vectors. Factors are in
// Montgomery form.
func (w *Workspace) Combine(to *Vector, factors [][]uint64, from []*Vector) {
	if len(from) == 0 || len(from) > MaxTerms || len(factors) != len(from) {
		w.fail(fmt.Errorf("combination of %d vectors with %d factors: not supported",
			len(from), len(factors)))
		return
	}
	args := combineArgs{to: to.at(0), count: uint32(to.count), terms: uint32(len(from))}
	for i, v := range from {
		args.from[i], args.factors[i] = v.at(0), newConstant(factors[i])
	}
	forEach(w, "combination", "combine", args, append([]*Vector{to}, from...)...)
}

// Fill queues v[i] = value, in Montgomery form.
func (w *Workspace) Fill(v *Vector, value []uint64) {
	args := fillArgs{to: v.at(0), value: newConstant(value), count: uint32(v.count)}
	forEach(w, "filling", "fill", args, v)
}

// ScaleByPowers queues to[i] = from[i]·shiftⁱ for the coset's shift. The vectors have the domain's
// length.
func (w *Workspace) ScaleByPowers(d *Domain, c *Coset, to, from *Vector) {
	w.queue("scaling", func() error {
		if to.count != d.Len() || from.count != d.Len() {
			return fmt.Errorf("%d elements into %d over a domain of %d",
				from.count, to.count, d.Len())
		}
		d.making.Lock()
		defer d.making.Unlock()
		tables, err := d.factors(w, c, forward)
		if err != nil {
			return err
		}
		args := scaleArgs{
			to: to.at(0), from: from.at(0), count: uint32(to.count),
			powers: d.powers(tables, kernels.FactorByIndex),
		}
		return launch(w, fieldKernels(d.field), "scale", to.count, kernels.VectorThreads, &args)
	}, to, from)
}

// BitReverse queues to[i] = from[i with its bits reversed], for vectors of 2^log elements.
func (w *Workspace) BitReverse(to, from *Vector) {
	log := logOf(to.count)
	if 1<<log != to.count {
		w.fail(fmt.Errorf("bit reversal of %d elements: not a power of two", to.count))
		return
	}
	args := reverseArgs{to: to.at(0), from: from.at(0), logCount: uint32(log)}
	forEach(w, "bit reversal", "reverse", args, to, from)
}

// Invert queues to[i] = 1/from[i], and 0 for 0. It does not work in place.
func (w *Workspace) Invert(to, from *Vector) {
	if to.overlaps(from) {
		w.fail(fmt.Errorf("inversion in place: not supported"))
		return
	}
	args := invertArgs{to: to.at(0), from: from.at(0), count: uint32(to.count)}
	forSome(w, "inversion", "invert", invertRun, kernels.InvertThreads, args, to, from)
}

// Copy queues to[i] = from[i]. The two must not overlap.
func (w *Workspace) Copy(to, from *Vector) {
	w.operate("copy", func(q *driver.Queue, _ device.Functions) {
		q.CopyWithin(to.at(0), from.at(0), uint64(to.bytes()))
	}, to, from)
}

// Clear queues v[i] = 0.
func (w *Workspace) Clear(v *Vector) {
	w.operate("clearing", func(q *driver.Queue, _ device.Functions) {
		q.Memset32(v.at(0), 0, uint64(v.bytes()/4))
	}, v)
}
