package protocol

import (
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/peel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
)

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
	sys *system.System[E], rows *device.Rows, c *columns[P1, P2, E], lacksC func(wire int) bool,
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
	writer := peel.NewWriter[E, S](rows, sys.Coefficients, sys.NbWires(), wires,
		func(wire int) bool { return wire > last && c.known(wire) })
	for _, wire := range wires {
		if terms, ok := writer.Write(wire); ok {
			all = append(all, voucher[E]{wire, terms})
		}
	}
	return all
}
