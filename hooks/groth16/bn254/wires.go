package bn254

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
)

// finite returns the values of the wires whose point in the key is not at infinity: the key has no entries for the
// others. points is the number of entries that it has.
func finite(wires []fr.Element, atInfinity []bool, points int) ([]fr.Element, error) {
	if points == len(wires) {
		return wires, nil
	}
	values := make([]fr.Element, points)
	next := 0
	for i := range wires {
		if atInfinity[i] {
			continue
		}
		if next < points {
			values[next] = wires[i]
		}
		next++
	}
	if next != points {
		return nil, fmt.Errorf("%w: %d wires with a finite point, and %d points", protocol.ErrKeyMismatch, next, points)
	}
	return values, nil
}

// private returns the values of the wires from the first private one on, without the hidden ones, which are listed in
// ascending order. See [protocol.Hidden].
func private(wires []fr.Element, first int, hidden []int) []fr.Element {
	if len(hidden) == 0 {
		return wires[first:]
	}
	values := make([]fr.Element, 0, len(wires)-first-len(hidden))
	for _, h := range hidden {
		values = append(values, wires[first:h]...)
		first = h + 1
	}
	return append(values, wires[first:]...)
}
