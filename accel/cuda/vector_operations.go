//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// The operations on vectors. Unless one says otherwise all vectors of a call have one length, and the result may go to one
// of the operands.

// Threads a block of the kernels, and elements a thread, as compiled (kernels/vector).
const (
	vectorThreads   = 256
	invertThreads   = 128
	invertRun       = 32 // elements that share an inversion
	productThreads  = 256
	productTile     = 8 * productThreads
	divideThreads   = 256
	divideTile      = 8 * divideThreads
	evaluateThreads = 128
	evaluateBlocks  = 512 // at most, a power of two
	evaluateRun     = 16  // elements a thread at least, while there are fewer blocks
)

// Multiply queues to[i] = a[i]·b[i].
func (w *Workspace) Multiply(to, a, b *Vector) error {
	return w.elementwise("product", func(k *fieldKernels) driver.Function { return k.multiply }, to, a, b)
}

// Add queues to[i] = a[i] + b[i].
func (w *Workspace) Add(to, a, b *Vector) error {
	return w.elementwise("sum", func(k *fieldKernels) driver.Function { return k.add }, to, a, b)
}

// Subtract queues to[i] = a[i] − b[i].
func (w *Workspace) Subtract(to, a, b *Vector) error {
	return w.elementwise("difference", func(k *fieldKernels) driver.Function { return k.subtract }, to, a, b)
}

// FromMontgomery queues to[i] = from[i]/R, the integers that the elements stand for.
func (w *Workspace) FromMontgomery(to, from *Vector) error {
	return w.elementwise("conversion", func(k *fieldKernels) driver.Function { return k.fromMontgomery }, to, from, from)
}

// ToMontgomery queues to[i] = from[i]·R: it makes elements of integers below the modulus.
func (w *Workspace) ToMontgomery(to, from *Vector) error {
	return w.elementwise("conversion", func(k *fieldKernels) driver.Function { return k.toMontgomery }, to, from, from)
}

func (w *Workspace) elementwise(what string, kernel func(*fieldKernels) driver.Function, to, a, b *Vector) error {
	return w.operate(what, func(t *driver.Thread, k *fieldKernels) error {
		args := elementwiseArgs{to: to.at(0), a: a.at(0), b: b.at(0), count: uint32(to.count)}
		return launch(t, kernel(k), ceilDiv(to.count, vectorThreads), vectorThreads, w.stream, &args)
	}, to, a, b)
}

// Combine queues to[i] = Σ factors[k]·from[k][i], of up to [MaxTerms] vectors. Factors are in Montgomery form.
func (w *Workspace) Combine(to *Vector, factors [][]uint64, from []*Vector) error {
	if len(from) == 0 || len(from) > MaxTerms || len(factors) != len(from) {
		return w.fail(fmt.Errorf("combination of %d vectors with %d factors: not supported", len(from), len(factors)))
	}
	return w.operate("combination", func(t *driver.Thread, k *fieldKernels) error {
		args := combineArgs{to: to.at(0), count: uint32(to.count), terms: uint32(len(from))}
		for i, v := range from {
			args.from[i], args.factors[i] = v.at(0), newConstant(factors[i])
		}
		return launch(t, k.combine, ceilDiv(to.count, vectorThreads), vectorThreads, w.stream, &args)
	}, append([]*Vector{to}, from...)...)
}

// Fill queues v[i] = value, in Montgomery form.
func (w *Workspace) Fill(v *Vector, value []uint64) error {
	return w.operate("filling", func(t *driver.Thread, k *fieldKernels) error {
		args := fillArgs{to: v.at(0), value: newConstant(value), count: uint32(v.count)}
		return launch(t, k.fill, ceilDiv(v.count, vectorThreads), vectorThreads, w.stream, &args)
	}, v)
}

// ScaleByPowers queues to[i] = from[i]·shiftⁱ for the coset's shift, or, of vectors in bit-reversed order, by the power
// whose exponent is i with its bits reversed. The vectors have the domain's length.
func (w *Workspace) ScaleByPowers(d *Domain, c *Coset, reversed bool, to, from *Vector) error {
	order := factorByIndex
	if reversed {
		order = factorReversed
	}
	return w.queue("scaling", func() error {
		if to.count != d.Len() || from.count != d.Len() {
			return fmt.Errorf("%d elements into %d over a domain of %d", from.count, to.count, d.Len())
		}
		d.making.Lock()
		defer d.making.Unlock()
		tables, err := d.factors(w.space, c, false)
		if err != nil {
			return err
		}
		return w.do(func(t *driver.Thread) error {
			args := scaleArgs{to: to.at(0), from: from.at(0), powers: d.powers(tables, order), count: uint32(to.count)}
			return launch(t, d.kernels.scale, ceilDiv(to.count, vectorThreads), vectorThreads, w.stream, &args)
		})
	}, to, from)
}

// BitReverse queues to[i] = from[i with its bits reversed], for vectors of 2^log elements.
func (w *Workspace) BitReverse(to, from *Vector) error {
	log := logOf(to.count)
	if 1<<log != to.count {
		return w.fail(fmt.Errorf("bit reversal of %d elements: not a power of two", to.count))
	}
	return w.operate("bit reversal", func(t *driver.Thread, k *fieldKernels) error {
		args := reverseArgs{to: to.at(0), from: from.at(0), logCount: uint32(log)}
		return launch(t, k.reverse, ceilDiv(to.count, vectorThreads), vectorThreads, w.stream, &args)
	}, to, from)
}

// Invert queues to[i] = 1/from[i], and 0 for 0. It does not work in place.
func (w *Workspace) Invert(to, from *Vector) error {
	if to.overlaps(from) {
		return w.fail(fmt.Errorf("inversion in place: not supported"))
	}
	return w.operate("inversion", func(t *driver.Thread, k *fieldKernels) error {
		args := invertArgs{to: to.at(0), from: from.at(0), count: uint32(to.count)}
		return launch(t, k.invert, ceilDiv(to.count, invertThreads*invertRun), invertThreads, w.stream, &args)
	}, to, from)
}

// PrefixProducts queues to[i] = from[0]·…·from[i], or, exclusive, the product of those before: to[0] = 1.
func (w *Workspace) PrefixProducts(to, from *Vector, exclusive bool) error {
	tiles, err := w.Vector(from.memory.field, ceilDiv(from.count, productTile))
	if err != nil {
		return w.fail(err)
	}
	err = w.operate("prefix products", func(t *driver.Thread, k *fieldKernels) error {
		args := productArgs{to: to.at(0), from: from.at(0), tiles: tiles.at(0), count: uint32(to.count)}
		if exclusive {
			args.exclusive = 1
		}
		if err := launch(t, k.productTiles, tiles.count, productThreads, w.stream, &args); err != nil {
			return err
		}
		if err := launch(t, k.productScan, 1, productThreads, w.stream, &args); err != nil {
			return err
		}
		return launch(t, k.productApply, tiles.count, productThreads, w.stream, &args)
	}, to, from)
	return w.fail(closing(err, tiles))
}

// Divide queues the division of a polynomial by X − point: to[0] becomes its value at the point, and to[1], to[2], … the
// coefficients of the quotient. The point is in Montgomery form.
func (w *Workspace) Divide(to, from *Vector, point []uint64) error {
	tiles, err := w.Vector(from.memory.field, ceilDiv(from.count, divideTile))
	if err != nil {
		return w.fail(err)
	}
	err = w.operate("division", func(t *driver.Thread, k *fieldKernels) error {
		args := divideArgs{to: to.at(0), from: from.at(0), tiles: tiles.at(0), point: newConstant(point), count: uint32(to.count)}
		if err := launch(t, k.divideTiles, tiles.count, divideThreads, w.stream, &args); err != nil {
			return err
		}
		if err := launch(t, k.divideScan, 1, divideThreads, w.stream, &args); err != nil {
			return err
		}
		return launch(t, k.divideApply, tiles.count, divideThreads, w.stream, &args)
	}, to, from)
	return w.fail(closing(err, tiles))
}

// Evaluate returns Σ v[i]·pointⁱ, as soon as what was queued before has run. The point and the value are in Montgomery
// form; the value of an empty vector is 0.
func (w *Workspace) Evaluate(v *Vector, point []uint64) ([]uint64, error) {
	values, err := w.EvaluateAll([]*Vector{v}, point)
	if err != nil {
		return nil, err
	}
	return values[0], nil
}

// EvaluateAll is [Workspace.Evaluate] for several vectors of one field, of any lengths, which waits once.
func (w *Workspace) EvaluateAll(vectors []*Vector, point []uint64) ([][]uint64, error) {
	if len(vectors) == 0 {
		return nil, nil
	}
	field := vectors[0].memory.field
	scratch, err := w.Vector(field, len(vectors)+evaluateBlocks) // the values and, for one vector after the other, parts
	if err != nil {
		return nil, w.fail(err)
	}
	for i, v := range vectors {
		if err := w.evaluate(scratch.Slice(i, i+1), v, scratch.Slice(len(vectors), scratch.count), point); err != nil {
			return nil, closing(err, scratch)
		}
	}
	limbs := make([]uint64, len(vectors)*field.Limbs)
	err = w.Download(driver.Bytes(limbs), scratch.Slice(0, len(vectors)))
	if err := w.fail(closing(err, scratch)); err != nil {
		return nil, err
	}
	return slices.Collect(slices.Chunk(limbs, field.Limbs)), nil
}

// evaluate queues an evaluation, whose value is zero before. There is room for evaluateBlocks parts.
func (w *Workspace) evaluate(to, v, parts *Vector, point []uint64) error {
	blocks := 1
	for blocks < evaluateBlocks && blocks*evaluateThreads*evaluateRun < v.count {
		blocks *= 2
	}
	return w.queue("evaluation", func() error {
		if v.count == 0 {
			return nil
		}
		k, err := w.device.kernels.ofField(w.device.context, v.memory.field)
		if err != nil {
			return err
		}
		return w.do(func(t *driver.Thread) error {
			args := evaluateArgs{
				to: to.at(0), from: v.at(0), partials: parts.at(0),
				point: newConstant(point), count: uint32(v.count), blocks: uint32(blocks),
			}
			if err := launch(t, k.evaluateParts, blocks, evaluateThreads, w.stream, &args); err != nil {
				return err
			}
			return launch(t, k.evaluateSum, 1, evaluateThreads, w.stream, &args)
		})
	}, to, v, parts)
}

// Copy queues to[i] = from[i]. The two must not overlap.
func (w *Workspace) Copy(to, from *Vector) error {
	return w.operate("copy", func(t *driver.Thread, _ *fieldKernels) error {
		return t.CopyWithin(to.at(0), from.at(0), uint64(to.count*to.memory.field.ElementBytes()), w.stream)
	}, to, from)
}

// Clear queues v[i] = 0.
func (w *Workspace) Clear(v *Vector) error {
	return w.operate("clearing", func(t *driver.Thread, _ *fieldKernels) error {
		return t.Memset32(v.at(0), 0, uint64(v.count*v.memory.field.ElementBytes()/4), w.stream)
	}, v)
}

// operate queues what f launches, for vectors of one length, unless that is 0.
func (w *Workspace) operate(what string, f func(t *driver.Thread, k *fieldKernels) error, vectors ...*Vector) error {
	return w.queue(what, func() error {
		if err := sameLength(vectors...); err != nil || vectors[0].count == 0 {
			return err
		}
		k, err := w.device.kernels.ofField(w.device.context, vectors[0].memory.field)
		if err != nil {
			return err
		}
		return w.do(func(t *driver.Thread) error { return f(t, k) })
	}, vectors...)
}
