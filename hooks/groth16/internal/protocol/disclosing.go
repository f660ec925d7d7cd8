package protocol

import (
	"slices"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// disclose begins to make the equation beside the solver, unless it is known. The MSMs over visible
// wires begin as soon as their values are known. See [proving.verifyWithoutKey].
func (p *proving[P1, P2, E]) disclose() (err error) {
	if p.disclosed != nil {
		return nil // it began beside the loading of the key
	}
	if p.equations, err = p.over.equationsOf(p.Key); err != nil {
		return err
	}
	groups := 1 + len(p.key.Commitments)
	p.disclosed = &disclosed[P1, P2, E]{
		values: make([][]E, groups), sums: make([]*summed[P1, P2, E], groups),
	}
	p.committer.committed = func(i int, values []E) {
		p.discloseGroup(1+i, slices.Clone(values)) // the verification follows the solution's end
	}
	if _, known := p.equations.ready(p.system, p.key); !known {
		p.making.Go(func() error {
			_, err := p.equations.of(&p.over.Curve, p.system, p.key)
			return err // it comes once more
		})
	}
	return nil
}

// reveal keeps the values of the open wires, out of all values.
func (p *proving[P1, P2, E]) reveal(all []E) {
	if p.disclosed == nil {
		return
	}
	wires := openWires(p.system)
	values := make([]E, len(wires))
	for i, wire := range wires {
		values[i] = all[wire]
	}
	p.discloseGroup(0, values)
}

func (p *proving[P1, P2, E]) discloseGroup(group int, values []E) {
	made, _ := p.equations.ready(p.system, p.key)
	p.disclosed.give(made, p.attachment, group, values)
}

// Forget zeroes the values of the visible wires, and the proofs of knowledge.
func (p *proving[P1, P2, E]) Forget() {
	if p.by != nil {
		p.by.Forget()
	}
	p.disclosed.close()
	clear(p.knowledge)
}

// summed are the MSMs of a group, once its tasks are done.
type summed[P1, P2, E comparable] struct {
	of    *equation[P1, P2, E]
	tasks parallel.Tasks
	parts[P1, P2]
}

// summing begins the MSMs of a group, whose wires have these values.
func (e *equation[P1, P2, E]) summing(
	on *attachment[P1, P2, E], group int, values []E,
) *summed[P1, P2, E] {
	s, g := &summed[P1, P2, E]{of: e}, &e.groups[group]
	for _, sum := range []struct {
		terms *terms[P1, E]
		to    *P1
	}{{&g.a, &s.a}, {&g.c, &s.c}, {&g.k, &s.k}} {
		s.tasks.Go(func() (err error) {
			*sum.to, err = sum.terms.sum(e.G1, on.sumG1, values)
			return err
		})
	}
	s.tasks.Go(func() (err error) {
		s.b, err = g.b.sum(e.G2, on.sumG2, values)
		return err
	})
	return s
}

// disclosed are the values of a proof's visible wires, by groups. sums are the MSMs with these
// values, beside the proof. Calls to give for different groups may be concurrent.
type disclosed[P1, P2, E comparable] struct {
	values [][]E
	sums   []*summed[P1, P2, E]
}

// give gives the values of a group, which must not change. Their MSMs begin at once, beside the
// rest of the proof, unless the equation is nil: not known yet.
func (d *disclosed[P1, P2, E]) give(
	e *equation[P1, P2, E], on *attachment[P1, P2, E], group int, values []E,
) {
	d.await(group)
	clear(d.values[group]) // another solver's
	d.values[group], d.sums[group] = values, nil
	if e != nil {
		d.sums[group] = e.summing(on, group, values)
	}
}

func (d *disclosed[P1, P2, E]) await(group int) {
	if s := d.sums[group]; s != nil {
		_ = s.tasks.Wait() // the error stays
	}
}

// all returns the MSMs of all groups. It begins an MSM that has not begun with this equation.
func (d *disclosed[P1, P2, E]) all(
	e *equation[P1, P2, E], on *attachment[P1, P2, E],
) (all parts[P1, P2], err error) {
	for group, s := range d.sums {
		if s == nil || s.of != e {
			d.await(group)
			d.sums[group] = e.summing(on, group, d.values[group])
		}
	}
	for _, s := range d.sums {
		if err := s.tasks.Wait(); err != nil {
			return all, err
		}
		e.G1.Add(&all.a, &all.a, &s.a)
		e.G1.Add(&all.c, &all.c, &s.c)
		e.G1.Add(&all.k, &all.k, &s.k)
		e.G2.Add(&all.b, &all.b, &s.b)
	}
	return all, nil
}

func (d *disclosed[P1, P2, E]) settle() {
	if d == nil {
		return
	}
	for group := range d.sums {
		d.await(group)
	}
}

// close waits for the MSMs, and zeroes the values.
func (d *disclosed[P1, P2, E]) close() {
	if d == nil {
		return
	}
	d.settle()
	for _, values := range d.values {
		clear(values)
	}
}
