package protocol

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/peel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
)

// errAlpha is the error of a key whose α is not that of its other points.
var errAlpha = fmt.Errorf("%w: the α of the proving key does not fit its points", ErrKeyMismatch)

// vouch says whether α is known to be that of the key's points; the error is errAlpha if it is not.
// The equation itself finds damage to the points that it is made of, but for α: where no private
// wire stands on the right side of a product, α meets nothing but itself. Of a private wire that
// does stand there the key has K, and
//
//	e(K, δ) = e(A, β) · e(α, B) · e(C, g₂)
func (e *equation[P1, P2, E, S]) vouch(w *written[P1, P2, E, S]) (sure bool, err error) {
	var infinity P2
	for _, v := range w.vouchers {
		points, err := w.points(v.wire, v.terms)
		if err != nil {
			return false, err
		}
		if points.b == infinity {
			continue
		}
		right, errRight := e.right(&points)
		left, errLeft := e.delta(e.G1.Sum(*w.columns.k(v.wire), e.minus(points.k)))
		if err := errors.Join(errRight, errLeft); err != nil {
			return false, err
		}
		if !e.Pairing.One(e.Pairing.Product(left, right)) {
			return false, errAlpha
		}
		return true, nil
	}
	return false, nil
}

// voucher is a wire with points B and K, and the terms of its column of C.
type voucher[E any] struct {
	wire  int
	terms []peel.Term[E]
}

// mostVouchers is how many wires are tried whose column of C has to be written.
const mostVouchers = 4

// vouchersOf returns a wire that lacks a column of C, as inputs and hints often do, or else a few
// wires whose columns are written without each other's.
func vouchersOf[P1, P2, E comparable, S algebra.Scalar[E]](
	sys *system.System[E], c *columns[P1, P2, E], lacksC func(wire int) bool,
) (all []voucher[E]) {
	var wires []int
	for wire := range c.inK {
		switch usable := c.known(wire) && c.inB[wire] >= 0; {
		case usable && lacksC(wire):
			return []voucher[E]{{wire: wire}}
		case usable && len(wires) < mostVouchers:
			wires = append(wires, wire)
		}
	}
	if len(wires) == 0 {
		return nil
	}
	last := wires[len(wires)-1]
	writer := peel.NewWriter[E, S](sys.System, sys.Coefficients, wires,
		func(wire int) bool { return wire > last && c.known(wire) })
	for _, wire := range wires {
		if terms, ok := writer.Write(wire); ok {
			all = append(all, voucher[E]{wire, terms})
		}
	}
	return all
}
