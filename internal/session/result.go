package session

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// maxWindow is above any window width.
const maxWindow = 32

// CheckShifts checks that the shifts descend, as Horner's rule requires. The first shift may exceed
// the bits of a scalar by less than a window. So a wrong shift does not keep the host doubling.
func CheckShifts(g *cuda.Group, terms []cuda.Term) error {
	previous := g.ScalarBits + maxWindow
	for i, t := range terms {
		if t.Shift < 0 || t.Shift > previous {
			return fmt.Errorf("term %d: shift %d after %d", i, t.Shift, previous)
		}
		previous = t.Shift
	}
	return nil
}
