package plonk

import (
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// SendWire sends the first values of L, R or O to the device. They are wires 0, 1 and 2. In the
// rows that follow the values are all the same, the padding. Each wire is sent once, before all
// other computations.
func (p *Proof[E]) SendWire(wire int, values []E, padding E) error {
	if n := p.circuit.shape.Rows; wire < 0 || wire > 2 || len(values) > n {
		return fmt.Errorf("accel: %d values of wire %d of a circuit of %d rows",
			len(values), wire, n)
	}
	return p.compute("wire", len(values), func(a algebra[E], m *memory) {
		to := m.wires()[wire]
		a.fill(to.Slice(len(values), m.rows), padding)
		a.upload(to.Slice(0, len(values)), values)
	})
}

// Takes reports whether there is room for n wires: see [Proof.SendWires].
func (p *Proof[E]) Takes(n int) bool { return n <= p.circuit.shape.maxWires() }

// SendWires sends the values of all wires to the device, unless they were sent ahead. The device
// sets L, R and O from them in all rows. It comes in place of SendWire, if the proof takes as many.
func (p *Proof[E]) SendWires(values []E) error {
	if !p.Takes(len(values)) {
		return fmt.Errorf("accel: %d wires in a circuit of %d rows",
			len(values), p.circuit.shape.Rows)
	}
	if err := engine.Optional(p.borrow(values)); err != nil {
		return err
	}
	missing := len(values)
	if p.lent != nil {
		missing = 0
	}
	return p.compute("wires", missing, func(a algebra[E], m *memory) {
		from := m.witness.Slice(0, len(values))
		if p.lent != nil {
			from = a.Borrow(p.circuit.field.Descriptor(), p.lent)[0]
		} else {
			a.upload(from, values)
		}
		for i, to := range m.wires() {
			a.Gather(to, from, m.circuit.wires[i])
		}
	})
}

// borrow takes over the values if they were sent ahead.
func (p *Proof[E]) borrow(values []E) error {
	s, all, err := p.ahead.Sent(p.circuit.field, values)
	if err == nil {
		p.lent, err = s.Lend(all)
	}
	return err
}

// Wires are the input of a proof beside the values of its wires.
type Wires[E any] struct {
	Blinding [3][2]E // the polynomials b: each wire is blinded by b·(Xⁿ − 1)
	Pi       [][]E   // n values on H each, as many as the circuit has Qcp
	// The proof's additions to the circuit's Qk: Public in the first rows, and Extra[i] in row
	// ExtraRows[i].
	Public, Extra []E
	ExtraRows     []int
}

// InterpolateWires interpolates the wires, which have been sent, and the polynomials given here.
func (p *Proof[E]) InterpolateWires(wires *Wires[E]) error {
	if err := wires.check(p.circuit.shape); err != nil {
		return err
	}
	return p.compute("wires", wires.elements(), func(a algebra[E], m *memory) {
		a.uploadWires(m, wires)
		to := append([]*cuda.Vector{m.head(m.l), m.head(m.r), m.head(m.o), m.qk}, m.pi...)
		a.interpolate(to, slices.Concat(m.wires(), []*cuda.Vector{m.qk}, m.pi))
		a.Add(m.qk, m.qk, m.circuit.qk)
		for i, v := range []*cuda.Vector{m.l, m.r, m.o} {
			a.blind(m, v, wires.Blinding[i][:])
		}
	})
}

// check refuses wires that do not fit the circuit.
func (wires *Wires[E]) check(s Shape) error {
	n := s.Rows
	fits := len(wires.Pi) == s.Commitments && len(wires.Public) <= n &&
		len(wires.Extra) == len(wires.ExtraRows)
	for _, column := range wires.Pi {
		fits = fits && len(column) == n
	}
	for _, row := range wires.ExtraRows {
		fits = fits && row >= 0 && row < n
	}
	if !fits {
		return fmt.Errorf("accel: the wires of a proof do not fit a circuit of %d rows with "+
			"%d commitments", n, s.Commitments)
	}
	return nil
}

// elements is the number of elements that go to the device in long vectors.
func (wires *Wires[E]) elements() int {
	n := 0
	if len(wires.Public) > fewPublic {
		n = len(wires.Public)
	}
	for _, column := range wires.Pi {
		n += len(column)
	}
	return n
}

// fewPublic is a number of public inputs that go as arguments of kernels.
const fewPublic = 8

// uploadWires sends the values of Pi, and the additions to the circuit's Qk. Fresh vectors of a
// workspace are zero.
func (a algebra[E]) uploadWires(m *memory, wires *Wires[E]) {
	for i, column := range wires.Pi {
		a.upload(m.pi[i], column)
	}
	if public := m.qk.Slice(0, len(wires.Public)); public.Len() <= fewPublic {
		a.set(public, wires.Public)
	} else {
		a.upload(public, wires.Public)
	}
	for i, row := range wires.ExtraRows {
		a.fill(m.qk.Slice(row, row+1), wires.Extra[i])
	}
}

// blind adds b·(Xⁿ − 1) to a polynomial without coefficients from Xⁿ on.
func (a algebra[E]) blind(m *memory, v *cuda.Vector, b []E) {
	n, few := m.rows, m.few[0].Slice(0, len(b))
	low, high := v.Slice(0, len(b)), v.Slice(n, n+len(b))
	a.set(high, b)
	a.set(few, b)
	a.Subtract(low, low, few)
}
