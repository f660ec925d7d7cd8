package protocol

import (
	"slices"

	"github.com/consensys/gnark/constraint"
)

// Hidden returns the wires behind the public ones that have no point in the key's vector K. They
// are the private committed wires, whose points are those of the commitment keys, and the wires
// that hold the commitments, which the verifier treats as public inputs. They ascend, and none is
// there twice.
func Hidden(commitments constraint.Groth16Commitments) []int {
	wires := slices.Concat(commitments.GetPrivateCommitted()...)
	wires = append(wires, commitments.CommitmentIndexes()...)
	slices.Sort(wires)
	return slices.Compact(wires)
}
