package solver

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
)

// SolutionBytes returns the memory that one solution takes at most for a prover. It has the wires,
// and A, B and C of an R1CS, which a device mostly makes. L, R and O are made of the wires, by the
// device or in turn by the prover.
func SolutionBytes(system *constraint.System) uint64 {
	elements := uint64(len(system.Public) + len(system.Secret) + system.NbInternalVariables)
	if system.Type == constraint.SystemR1CS {
		elements += 3 * ecc.NextPowerOfTwo(uint64(system.NbConstraints))
	}
	return elements * uint64((system.FieldBitLen()+63)/64*8)
}
