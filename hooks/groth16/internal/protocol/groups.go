package protocol

import (
	"slices"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
)

// visible are the wires that the [equation] is about, in groups. A proof knows the values of a
// group at once. The first group has the public wires and the wires that hold commitments. Each
// other one has the wires of a commitment, whose values are known while the solver still runs.
type visible struct {
	groups [][]int
	wires  []int // of all groups, each once
	// at is the place of each of them that has its points. again are the places of wires that an
	// earlier group has already.
	at, again []place
}

// place is a wire's place in a group.
type place struct{ group, index int }

// commitment is the number of the commitment whose wires the group has; −1 for the first group.
func (p place) commitment() int { return p.group - 1 }

func visibleOf[E any](sys *system.System[E]) *visible {
	v, met := new(visible), make([]bool, sys.NbWires())
	v.groups = append([][]int{openWires(sys)}, sys.Commitments.GetPrivateCommitted()...)
	for group, wires := range v.groups {
		for index, wire := range wires {
			if met[wire] {
				v.again = append(v.again, place{group, index})
				continue
			}
			met[wire] = true
			v.wires, v.at = append(v.wires, wire), append(v.at, place{group, index})
		}
	}
	return v
}

// openWires returns the wires of the first group. They ascend, and the first is the constant one.
func openWires[E any](sys *system.System[E]) []int {
	var wires []int
	for wire := range sys.GetNbPublicVariables() {
		wires = append(wires, wire)
	}
	wires = append(wires, sys.Commitments.CommitmentIndexes()...)
	slices.Sort(wires)
	return slices.Compact(wires)
}
