package protocol

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/peel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

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

func write[P1, P2, E comparable, S algebra.Scalar[E]](
	c *Curve[P1, P2, E], sys *system.System[E], pk *Key[P1, P2, E],
) (*written[P1, P2, E, S], error) {
	visible := visibleOf(sys)
	wires := visible.wires
	w := &written[P1, P2, E, S]{
		Curve: c, columns: columnsOf(sys, pk), visible: visible,
		terms: make([][]peel.Term[E], len(wires)), links: newLinks[P1, E, S](pk.Commitments),
	}
	rows, err := sys.Rows(pk.Domain.Len())
	if err != nil {
		return nil, err
	}
	writer := peel.NewWriter[E, S](rows, sys.Coefficients, sys.NbWires(), wires, w.columns.known)
	for position, wire := range wires {
		var ok bool
		if w.terms[position], ok = writer.Write(wire); !ok {
			return nil, errUnwritten
		}
	}
	w.vouchers = vouchersOf[P1, P2, E, S](sys, rows, w.columns, writer.Lacks)
	return w, nil
}

func (w *written[P1, P2, E, S]) parts(from int, all []parts[P1, P2]) error {
	failures := make([]error, len(all))
	parallel.Chunks(len(all), func(first, end int) {
		for i := first; i < end; i++ {
			at := from + i
			all[i], failures[i] = w.points(w.visible.wires[at], w.terms[at])
		}
	})
	return errors.Join(failures...)
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
	alone := ecc.MultiExpConfig{NbTasks: 1} // wires go over all processors
	return p, errors.Join(
		setSum[P1, E, S](w.G1, &p.a, &a, alone), setSum[P1, E, S](w.G1, &p.c, &c, alone),
		setSum[P1, E, S](w.G1, &p.k, &k, alone), setSum[P2, E, S](w.G2, &p.b, &b, alone))
}
