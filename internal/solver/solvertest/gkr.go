package solvertest

import (
	"fmt"

	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/gkrapi"
	"github.com/consensys/gnark/std/gkrapi/gkr"
	_ "github.com/consensys/gnark/std/hash/all" // GKR finds its hash by name
)

// proved multiplies many pairs by a circuit of GKR, whose blueprints solve themselves and keep
// state.
type proved struct{ X, Y [8]frontend.Variable }

func provedOf(n int) *proved {
	c := new(proved)
	for i := range c.X {
		c.X[i], c.Y[i] = i+n, 2*i+1
	}
	return c
}

// Define implements frontend.Circuit.
func (c *proved) Define(api frontend.API) error {
	g, err := gkrapi.New(api)
	if err != nil {
		return err
	}
	x, y := g.NewInput(), g.NewInput()
	z := g.Mul(x, y)
	z = g.Mul(z, x)
	compiled, err := g.Compile("MIMC")
	if err != nil {
		return err
	}
	for i := range c.X {
		out, err := compiled.AddInstance(map[gkr.Variable]frontend.Variable{x: c.X[i], y: c.Y[i]})
		if err != nil {
			return err
		}
		api.AssertIsEqual(out[z], api.Mul(c.X[i], c.X[i], c.Y[i]))
	}
	return nil
}

// squares has a blueprint of its own, which is not of gnark.
type squares struct{ X frontend.Variable }

// Define implements frontend.Circuit.
func (c *squares) Define(api frontend.API) error {
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
	compiler.ToCanonicalVariable(api.Add(c.X, 3)).Compress(&calldata)
	calldata[0] = uint32(len(calldata))
	y := compiler.InternalVariable(compiler.AddInstruction(id, calldata)[0])
	api.AssertIsEqual(y, api.Mul(api.Add(c.X, 3), api.Add(c.X, 3)))
	return nil
}

// squareBlueprint squares an expression.
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

// Solve implements constraint.BlueprintSolvable.
func (*squareBlueprint) Solve(s constraint.Solver[constraint.U64], i constraint.Instruction) error {
	x, _ := s.Read(i.Calldata[1:])
	if s.IsSolved(i.WireOffset) || !s.IsSolved(i.Calldata[3]) {
		return fmt.Errorf("wires are solved in another order")
	}
	s.SetValue(i.WireOffset, s.Mul(x, x))
	return nil
}
