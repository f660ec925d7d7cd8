package protocol

import (
	"errors"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/peel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// columns finds the points of a system's wires in its key. A missing point is nil: it is at
// infinity, or the key has none.
type columns[P1, P2, E any] struct {
	pk            *Key[P1, P2, E]
	inA, inB, inK []int32 // positions; -1 where there is none
}

func columnsOf[P1, P2, E any](sys *system.System[E], pk *Key[P1, P2, E]) *columns[P1, P2, E] {
	hidden, public := sys.Hidden(), sys.GetNbPublicVariables()
	n := len(pk.InfinityA)
	return &columns[P1, P2, E]{
		pk:  pk,
		inA: positions(n, func(wire int) bool { return !pk.InfinityA[wire] }),
		inB: positions(n, func(wire int) bool { return !pk.InfinityB[wire] }),
		inK: positions(n, func(wire int) bool {
			_, isHidden := slices.BinarySearch(hidden, wire)
			return wire >= public && !isHidden
		}),
	}
}

// positions counts the wires that are in a vector.
func positions(n int, in func(wire int) bool) []int32 {
	at, next := make([]int32, n), int32(0)
	for wire := range at {
		at[wire] = -1
		if in(wire) {
			at[wire] = next
			next++
		}
	}
	return at
}

func (c *columns[P1, P2, E]) a(wire int) *P1  { return pointAt(c.pk.A, c.inA[wire]) }
func (c *columns[P1, P2, E]) b(wire int) *P1  { return pointAt(c.pk.B, c.inB[wire]) }
func (c *columns[P1, P2, E]) b2(wire int) *P2 { return pointAt(c.pk.B2, c.inB[wire]) }
func (c *columns[P1, P2, E]) k(wire int) *P1  { return pointAt(c.pk.K, c.inK[wire]) }

// known says whether the key has a point K of a wire.
func (c *columns[P1, P2, E]) known(wire int) bool { return c.inK[wire] >= 0 }

func pointAt[P any](points []P, at int32) *P {
	if at < 0 {
		return nil
	}
	return &points[at]
}

// parts are the points of a wire in the equation.
type parts[P1, P2 any] struct {
	a, c, k P1
	b       P2
}

// written says how the visible wires' points follow from those of the key.
type written[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	*Curve[P1, P2, E]
	columns *columns[P1, P2, E]
	visible *visible
	terms   [][]peel.Term[E] // of the wires' columns of C
	links   *links[P1, E, S]

	vouchers []voucher[E] // see [equation.vouch]
}

// write finds how, or errUnwritten.
func write[P1, P2, E comparable, S algebra.Scalar[E]](
	c *Curve[P1, P2, E], sys *system.System[E], pk *Key[P1, P2, E],
) (*written[P1, P2, E, S], error) {
	visible := visibleOf(sys)
	wires := visible.wires
	w := &written[P1, P2, E, S]{
		Curve: c, columns: columnsOf(sys, pk), visible: visible,
		terms: make([][]peel.Term[E], len(wires)), links: newLinks[P1, E, S](pk.Commitments),
	}
	writer := peel.NewWriter[E, S](sys.System, sys.Coefficients, wires, w.columns.known)
	for position, wire := range wires {
		var ok bool
		if w.terms[position], ok = writer.Write(wire); !ok {
			return nil, errUnwritten
		}
	}
	w.vouchers = vouchersOf[P1, P2, E, S](sys, w.columns, writer.Lacks)
	return w, nil
}

// parts sets the points of wires, from a position on.
func (w *written[P1, P2, E, S]) parts(from int, all []parts[P1, P2]) error {
	failures := make([]error, len(all))
	parallel.Chunks(len(all), func(first, end int) {
		for i := first; i < end; i++ {
			all[i], failures[i] = w.partsOf(from + i)
		}
	})
	return errors.Join(failures...)
}

// partsOf returns the points of the wire at a position.
func (w *written[P1, P2, E, S]) partsOf(position int) (parts[P1, P2], error) {
	return w.points(w.visible.wires[position], w.terms[position])
}

// points returns the points of a wire, by the terms of its column of C.
func (w *written[P1, P2, E, S]) points(
	wire int, terms []peel.Term[E],
) (p parts[P1, P2], err error) {
	columns, one := w.columns, field.One[E, S]()
	var a, c, k sumOf[P1, E]
	var b sumOf[P2, E]
	a.add(columns.a(wire), one)
	b.add(columns.b2(wire), one)
	for _, t := range terms {
		switch t.Matrix {
		case peel.A:
			c.add(columns.a(t.Wire), t.Coefficient)
		case peel.B:
			c.add(columns.b(t.Wire), t.Coefficient)
		case peel.C:
			var negative E
			S(&negative).Neg(&t.Coefficient)
			k.add(columns.k(t.Wire), t.Coefficient)
			a.add(columns.a(t.Wire), negative)
			b.add(columns.b2(t.Wire), negative)
		}
	}
	return p, errors.Join(
		setSum[P1, E, S](w.G1, &p.a, &a), setSum[P1, E, S](w.G1, &p.c, &c),
		setSum[P1, E, S](w.G1, &p.k, &k), setSum[P2, E, S](w.G2, &p.b, &b))
}

// sumOf is a sum of points of a key.
type sumOf[P, E any] struct {
	points []P
	times  []E
}

// add adds a point. It may be nil, for infinity.
func (s *sumOf[P, E]) add(point *P, times E) {
	if point != nil {
		s.points, s.times = append(s.points, *point), append(s.times, times)
	}
}

// fewTerms are summed up one by one: most of their coefficients are 1 or −1, or short.
const fewTerms = 8

// setSum sets a sum.
func setSum[P any, E comparable, S algebra.Scalar[E]](
	g *algebra.Group[P, E], sum *P, of *sumOf[P, E],
) error {
	if len(of.points) > fewTerms {
		_, err := g.MultiExp(sum, of.points, of.times, ecc.MultiExpConfig{NbTasks: 1})
		return err
	}
	for i := range of.points {
		switch plus, minus := unit[E, S](&of.times[i]); {
		case plus:
			g.Add(sum, sum, &of.points[i])
		case minus:
			g.Sub(sum, sum, &of.points[i])
		default:
			product := algebra.Times[P, E, S](g, &of.points[i], &of.times[i])
			g.Add(sum, sum, &product)
		}
	}
	return nil
}
