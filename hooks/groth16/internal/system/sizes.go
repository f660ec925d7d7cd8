package system

import (
	"github.com/consensys/gnark-crypto/ecc"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
)

// Sizes are the lengths of a key's vectors, and of the wires that they meet.
type Sizes = device.Sizes

// SizesOf returns the sizes of the keys that the setup makes for a constraint system.
func SizesOf[E any](s *System[E]) (Sizes, error) {
	wires := s.NbWires()
	z := Sizes{Domain: int(ecc.NextPowerOfTwo(uint64(s.GetNbConstraints()))), Wires: wires}
	z.K, z.Z = wires-s.GetNbPublicVariables()-len(s.Hidden()), z.Domain-1
	rows, err := RowsOf(s.System, len(s.Coefficients), z.Domain)
	if err != nil {
		return Sizes{}, err
	}
	z.Constraints = rows.Size(len(s.Coefficients))
	a, b := rows.Starts[device.RowsOf(z.Domain)], rows.Starts[2*device.RowsOf(z.Domain)]
	z.A, z.B = wiresIn(rows.Terms[:a], wires), wiresIn(rows.Terms[a:b], wires)
	for i := range s.Commitments {
		z.Commitments = append(z.Commitments, len(s.Commitments[i].PrivateCommitted))
	}
	return z, nil
}

// wiresIn returns the number of wires, out of all, that some terms have: their points are finite.
func wiresIn(terms []device.Term, all int) (n int) {
	met := make([]bool, all)
	for _, t := range terms {
		if !met[t.Wire] {
			met[t.Wire] = true
			n++
		}
	}
	return n
}
