package dispatch

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// CheckShifts checks what Horner's rule relies on: shifts that descend, and no more doublings than a scalar has bits.
func CheckShifts(g *cuda.Group, terms []cuda.Term) error {
	previous := g.ScalarBits
	for i, t := range terms {
		if t.Shift < 0 || t.Shift > previous {
			return fmt.Errorf("term %d: shift %d after %d", i, t.Shift, previous)
		}
		previous = t.Shift
	}
	return nil
}
