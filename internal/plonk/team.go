package plonk

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// team is one proof on several devices. Each computes all polynomials, which takes less time than
// to send them on, so that the MSMs can be cut by ranges: every device has the scalars of all. Only
// the parts of the quotient are sent, where devices reach each other's memory.
//
// The first device gives the results, and its failures are the proof's. Another device that fails,
// or has no room, takes no further part.
type team[E any] struct {
	proofs []*Proof[E]
	left   []bool // by proof
	shared bool   // each computes its own parts of the quotient
}

// Join has the first of some proofs computed on the devices of all. They are one proof, of copies
// of one circuit, in the order of all teams: proofs that wait for memory do so in that order, lest
// one waits for another. The MSMs over ranges of vectors may be with the vectors of any of them.
// All have to be closed.
//
// Ranges of cosets, unless there are none, have each device compute the quotient on its range
// alone, from one up to another, and send it to the others. They cover all [Cosets].
//
// An error is the first device's, which may be [engine.ErrOnCPU].
func Join[E any](
	proofs []*Proof[E], ranges [][2]int,
) (*Proof[E], error) {
	t := &team[E]{
		proofs: proofs, left: make([]bool, len(proofs)), shared: len(ranges) > 1,
	}
	first := proofs[0]
	first.team = t
	for k, r := range ranges {
		proofs[k].cosets = cosets{r[0], r[1]}
	}
	if !first.circuit.shape.OnDevice() {
		return first, engine.ErrOnCPU
	}
	for k, p := range proofs {
		if err := t.join(k, p.session.Begin()); err != nil {
			return first, err
		}
	}
	return first, nil
}

// each has all devices compute.
func (t *team[E]) each(compute func(*Proof[E]) error) error {
	return t.eachOf(func(_ int, p *Proof[E]) error { return compute(p) })
}

// eachOf is each with the devices' numbers.
func (t *team[E]) eachOf(compute func(k int, p *Proof[E]) error) error {
	var tasks parallel.Tasks
	for k, p := range t.proofs {
		if !t.left[k] {
			tasks.Go(func() error { return t.join(k, compute(k, p)) })
		}
	}
	return tasks.Wait()
}

// join returns the error of a device's computation. Instead, a device other than the first leaves.
func (t *team[E]) join(device int, err error) error {
	alone := errors.Is(err, engine.ErrOnCPU) || errors.Is(err, engine.ErrElsewhere)
	if device > 0 && alone {
		t.left[device] = true
		return nil
	}
	return err
}
