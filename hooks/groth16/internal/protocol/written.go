package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// parts are the points of a wire in the equation.
type parts[P1, P2 any] struct {
	a, c, k P1
	b       P2
}

// written says how the visible wires' points follow from the key's points.
type written[P1, P2, E comparable] struct {
	*Curve[P1, P2, E]
	columns *columns[P1, P2, E]
	visible *visible
	terms   [][]system.Term[E] // of the wires' columns of C
	links   *links[P1, E]
}

func write[P1, P2, E comparable](
	c *Curve[P1, P2, E], sys *system.System[E], pk *Key[P1, P2, E],
) (*written[P1, P2, E], error) {
	visible := visibleOf(sys)
	wires := visible.wires
	w := &written[P1, P2, E]{
		Curve: c, columns: columnsOf(sys, pk), visible: visible,
		terms: make([][]system.Term[E], len(wires)),
		links: newLinks(c.Field, pk.Commitments),
	}
	rows, err := sys.Rows(pk.Domain.Len())
	if err != nil {
		return nil, err
	}
	writer := system.NewWriter(&system.Matrices[E]{
		Field: c.Field, Rows: rows, Wires: sys.NbWires(), Coefficients: sys.Coefficients,
	}, wires, w.columns.known)
	for position, wire := range wires {
		var ok bool
		if w.terms[position], ok = writer.Write(wire); !ok {
			return nil, errUnwritten
		}
	}
	return w, nil
}

// parts returns the points of wires, by their places among the visible ones.
func (w *written[P1, P2, E]) parts(places []int) ([]parts[P1, P2], error) {
	all, failures := make([]parts[P1, P2], len(places)), make([]error, len(places))
	parallel.Chunks(len(all), func(from, to int) {
		for i := from; i < to; i++ {
			all[i], failures[i] = w.of(w.visible.wires[places[i]], w.terms[places[i]])
		}
	})
	return all, errors.Join(failures...)
}

// of returns the points of a wire, by the terms of its column of C.
func (w *written[P1, P2, E]) of(wire int, terms []system.Term[E]) (p parts[P1, P2], err error) {
	g := newWireGroup[P1, P2](w.Field)
	w.add(&g, 0, wire, terms)
	var failures [4]error
	p.a, failures[0] = g.a.sumOfOne(w.G1)
	p.b, failures[1] = g.b.sumOfOne(w.G2)
	p.c, failures[2] = g.c.sumOfOne(w.G1)
	p.k, failures[3] = g.k.sumOfOne(w.G1)
	return p, errors.Join(failures[:]...)
}

// add adds a wire's points to a group. terms are the terms of its column of C.
func (w *written[P1, P2, E]) add(g *wireGroup[P1, P2, E], index, wire int, terms []system.Term[E]) {
	columns, one := w.columns, w.Field.One
	g.a.add(index, columns.a(wire), &one)
	g.b.add(index, columns.b2(wire), &one)
	for i := range terms {
		t := &terms[i]
		switch t.Matrix {
		case system.A:
			g.c.add(index, columns.a(t.Wire), &t.Coefficient)
		case system.B:
			g.c.add(index, columns.b(t.Wire), &t.Coefficient)
		case system.C:
			var negative E
			w.Field.Neg(&negative, &t.Coefficient)
			g.k.add(index, columns.k(t.Wire), &t.Coefficient)
			g.a.add(index, columns.a(t.Wire), &negative)
			g.b.add(index, columns.b2(t.Wire), &negative)
		}
	}
}
