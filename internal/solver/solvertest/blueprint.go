package solvertest

import (
	"fmt"

	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
)

// squares has a blueprint of its own, which is not of gnark.
func squares(api frontend.API, in []frontend.Variable) error {
	x := api.Add(in[0], 3)
	compiler, ok := api.Compiler().(interface {
		AddBlueprint(constraint.Blueprint) constraint.BlueprintID
		AddInstruction(constraint.BlueprintID, []uint32) []uint32
		InternalVariable(uint32) frontend.Variable
		ToCanonicalVariable(frontend.Variable) frontend.CanonicalVariable
	})
	if !ok {
		return fmt.Errorf("%T has no blueprints", api.Compiler())
	}
	id := compiler.AddBlueprint(new(squareBlueprint))
	calldata := []uint32{0}
	compiler.ToCanonicalVariable(x).Compress(&calldata)
	calldata[0] = uint32(len(calldata))
	y := compiler.InternalVariable(compiler.AddInstruction(id, calldata)[0])
	api.AssertIsEqual(y, api.Mul(x, x))
	return nil
}

type squareBlueprint struct{}

func (*squareBlueprint) CalldataSize() int                    { return -1 }
func (*squareBlueprint) NbConstraints() int                   { return 0 }
func (*squareBlueprint) NbOutputs(constraint.Instruction) int { return 1 }

func (*squareBlueprint) UpdateInstructionTree(
	i constraint.Instruction, tree constraint.InstructionTree,
) constraint.Level {
	level := constraint.LevelUnset
	for j := 3; j < len(i.Calldata); j += 2 {
		if wire := i.Calldata[j]; tree.HasWire(wire) {
			level = max(level, tree.GetWireLevel(wire))
		}
	}
	tree.InsertWire(i.WireOffset, level+1)
	return level + 1
}

func (*squareBlueprint) Solve(s constraint.Solver[constraint.U64], i constraint.Instruction) error {
	x, _ := s.Read(i.Calldata[1:])
	if s.IsSolved(i.WireOffset) || !s.IsSolved(i.Calldata[3]) {
		return fmt.Errorf("wires are solved in another order")
	}
	s.SetValue(i.WireOffset, s.Mul(x, x))
	return nil
}
