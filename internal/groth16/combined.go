package groth16

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// OverB returns the MSMs over B in both groups, with the factors that selections select.
func (b *Vectors[P1, P2, E]) OverB(
	factors []E, in1, in2 Selection,
) (sum1 P1, sum2 P2, err error) {
	b.using.RLock()
	defer b.using.RUnlock()
	var tasks parallel.Tasks
	tasks.Go(func() (err error) {
		sum1, err = b.B.MultiExp(Select(in1, factors))
		return err
	})
	tasks.Go(func() (err error) {
		sum2, err = b.B2.MultiExp(Select(in2, factors))
		return err
	})
	return sum1, sum2, tasks.Wait()
}

// OverBAtOnce is [Vectors.OverB] before the multiples of B are computed. The factors are sent once,
// to the memory that a proof's wires have later, and scratch memory is what Load allocated. They
// have at most [poly.FactorBits] bits. On engine.ErrOnCPU there is no room, or there will be no
// multiples.
func (b *Vectors[P1, P2, E]) OverBAtOnce(
	factors []E, in1, in2 Selection,
) (sum1 P1, sum2 P2, err error) {
	b.using.RLock()
	defer b.using.RUnlock()
	if b.wires[0] < len(factors) || !awaitsMultiples(&b.B) || !awaitsMultiples(&b.B2) {
		return sum1, sum2, engine.ErrOnCPU
	}
	s := b.field.Session(len(factors)).Short(poly.FactorBits)
	defer func() { err = errors.Join(err, s.Close()) }()
	var all []*cuda.Vector
	err = s.Compute("factors", b.field.Bytes(len(factors)), func(w *cuda.Workspace) (err error) {
		if all, err = engine.VectorsIfRoom(w, b.field.Descriptor(), b.wires); err == nil {
			w.Upload(all[0].Slice(0, len(factors)), raw.Bytes(factors))
		}
		return err
	})
	if err != nil {
		return sum1, sum2, err
	}
	selected := func(by Selection) *cuda.Vector {
		return all[0].Slice(by.First, by.end(len(factors)))
	}
	in1On, in2On := b.B.Bases.StartIn(s, 0, selected(in1)), b.B2.Bases.StartIn(s, 0, selected(in2))
	sums1, err1 := in1On()
	sums2, err2 := in2On()
	if err = errors.Join(err1, err2); err == nil {
		sum1, sum2 = sums1[0], sums2[0]
	}
	return sum1, sum2, err
}

func awaitsMultiples[P, E any](v *Vector[P, E]) bool {
	return v.Bases != nil && v.Bases.Loaded().Multiples() > 1
}
