package circuits

import (
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/rangecheck"
)

// core has pairs of constraints with two common wires, and public wires on the right. No column of
// its system has one entry, so that peeling never begins. Each pair has wires of its own.
type core struct {
	commits bool
	X, Y    []frontend.Variable
	Z       [][2]frontend.Variable `gnark:",public"`
}

// Core is a circuit of pairs of constraints. Its verifier's equation does not follow from the
// proving key. It may have a range check, which is a commitment.
func Core(name string, pairs int, commits bool) Example {
	e := Example{Name: name, Circuit: newCore(pairs, commits)}
	assignment := newCore(pairs, commits)
	for i := range assignment.X {
		x, y := i%199+2, i%31+1
		assignment.X[i], assignment.Y[i] = x, y
		assignment.Z[i] = [2]frontend.Variable{x + 2*y, 2*x - y}
	}
	e.Assignment = assignment
	if commits {
		e.Commitments = AnyCommitments
	}
	return e
}

func newCore(pairs int, commits bool) *core {
	return &core{
		commits: commits, X: make([]frontend.Variable, pairs), Y: make([]frontend.Variable, pairs),
		Z: make([][2]frontend.Variable, pairs),
	}
}

func (c *core) Define(api frontend.API) error {
	for i, x := range c.X {
		api.AssertIsEqual(api.Add(x, c.Y[i], c.Y[i]), c.Z[i][0])
		api.AssertIsEqual(api.Sub(api.Add(x, x), c.Y[i]), c.Z[i][1])
	}
	if c.commits {
		rangecheck.New(api).Check(c.X[0], 8)
	}
	return nil
}
