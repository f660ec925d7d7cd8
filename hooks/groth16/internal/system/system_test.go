package system

import (
	"slices"
	"testing"

	"github.com/consensys/gnark/constraint"
)

func TestHidden(t *testing.T) {
	for _, test := range []struct {
		name        string
		commitments constraint.Groth16Commitments
		hidden      []int
	}{
		{"none", nil, nil},
		{
			"one",
			constraint.Groth16Commitments{{PrivateCommitted: []int{4, 7}, CommitmentIndex: 9}},
			[]int{4, 7, 9},
		},
		{"public values do not count", constraint.Groth16Commitments{
			{
				PublicAndCommitmentCommitted: []int{1, 2}, NbPublicCommitted: 2,
				PrivateCommitted: []int{5}, CommitmentIndex: 6,
			},
		}, []int{5, 6}},
		{"out of order, overlapping", constraint.Groth16Commitments{
			{PrivateCommitted: []int{8, 12}, CommitmentIndex: 20},
			{
				PublicAndCommitmentCommitted: []int{20}, PrivateCommitted: []int{3, 12},
				CommitmentIndex: 10,
			},
		}, []int{3, 8, 10, 12, 20}},
	} {
		committed := slices.Clone(test.commitments)
		if got := Hidden(test.commitments); !slices.Equal(got, test.hidden) {
			t.Errorf("%s: %v, expected %v", test.name, got, test.hidden)
		}
		for i := range committed {
			if !slices.Equal(committed[i].PrivateCommitted, test.commitments[i].PrivateCommitted) {
				t.Errorf("%s: the list of commitment %d was modified", test.name, i)
			}
		}
	}
}

// TestHiddenIsKept computes the hidden wires of a system once, and again when the system was read
// anew in its place.
func TestHiddenIsKept(t *testing.T) {
	sys := new(System[int])
	sys.System = new(constraint.System)
	var last []int
	for _, step := range []struct {
		name   string
		list   constraint.Groth16Commitments
		hidden []int
		kept   bool
	}{
		{"the first time", constraint.Groth16Commitments{
			{PrivateCommitted: []int{4, 7}, CommitmentIndex: 9},
		}, []int{4, 7, 9}, false},
		{"again", nil, []int{4, 7, 9}, true},
		{"another index", constraint.Groth16Commitments{
			{PrivateCommitted: []int{4, 7}, CommitmentIndex: 8},
		}, []int{4, 7, 8}, false},
		{"other wires", constraint.Groth16Commitments{
			{PrivateCommitted: []int{4, 6}, CommitmentIndex: 8},
		}, []int{4, 6, 8}, false},
		{"one more", constraint.Groth16Commitments{
			{PrivateCommitted: []int{4, 6}, CommitmentIndex: 8}, {CommitmentIndex: 11},
		}, []int{4, 6, 8, 11}, false},
	} {
		if step.list != nil {
			sys.Commitments = step.list
			sys.Instructions, sys.CallData = make([]constraint.PackedInstruction, 1), []uint32{0}
		}
		got := sys.Hidden()
		kept := last != nil && &last[0] == &got[0]
		if last = got; !slices.Equal(got, step.hidden) || kept != step.kept {
			t.Errorf("%s: %v, kept: %v", step.name, got, kept)
		}
	}
	if sys.Commitments = nil; sys.Hidden() != nil {
		t.Error("wires without a commitment")
	}
}
