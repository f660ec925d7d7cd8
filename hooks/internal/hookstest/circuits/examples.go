package circuits

import (
	"context"
	"math/big"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
)

// Example is a circuit with a witness that satisfies it.
type Example struct {
	Name                string
	Circuit, Assignment frontend.Circuit
	Commitments         int // or AnyCommitments
}

// AnyCommitments is the number of commitments of an example that does not know.
const AnyCommitments = -1

// Examples cover the shapes that circuits and keys can have. A circuit whose only constraints are n
// products just fills a domain of 16, where n is filled.
func Examples(filled int) []Example {
	return []Example{
		{"cubic", &Cubic{}, &Cubic{X: 3, Y: 35}, 0},
		{"public only", &publicOnly{}, &publicOnly{A: 3, B: 4}, 0},
		{"no public input", &NoPublic{}, &NoPublic{X: 3, Y: 9}, 0},
		{"the first input is zero", &NoPublic{}, &NoPublic{X: 0, Y: 0}, 0},
		{"many public inputs", &manyPublic{}, newManyPublic(), 0},
		{"one constraint", &Product{}, &Product{X: 0, Y: 5, Z: 0}, 0},
		Powers("domain just filled", filled),
		Powers("domain just exceeded", filled+1),
		{"wires outside products", &outsiders{}, newOutsiders(), 0},
		{"zeros and ones", &bits{}, newBits(), 0},
		Chain("mimc chain", 1),
		{"commitment to private values", &Committed{}, &Committed{X: 3, Y: 4, Z: 12}, 1},
		{
			"commitment to public values", &Committed{public: true},
			&Committed{public: true, X: 3, Y: 4, Z: 12}, 1,
		},
		{
			"commitment to both", &Committed{Both: true},
			&Committed{Both: true, X: 3, Y: 4, Z: 12}, 1,
		},
		{"several commitments", &manyCommitments{}, newManyCommitments(), 5},
		{"range checks", &Ranges{}, NewRanges(), 1},
	}
}

// Powers is a circuit with an exact number of constraints, all of them products.
func Powers(name string, constraints int) Example {
	return Example{name, &powers{constraints: constraints}, newPowers(constraints), 0}
}

// Chain is a circuit of a number of hashes, its length.
func Chain(name string, length int) Example {
	return Example{name, &chain{length: length}, newChain(length), 0}
}

// Hinted needs the hint halve, which is not registered.
var Hinted = Example{"hint", &withHint{}, &withHint{X: 6, Y: 36}, 0}

type withHint struct {
	X frontend.Variable
	Y frontend.Variable `gnark:",public"`
}

func (c *withHint) Define(api frontend.API) error {
	half, err := api.NewHint(Halve, 1, c.X)
	if err != nil {
		return err
	}
	api.AssertIsEqual(api.Mul(half[0], 2), c.X)
	api.AssertIsEqual(api.Mul(c.X, c.X), c.Y)
	return nil
}

func Halve(_ *big.Int, in, out []*big.Int) error {
	out[0].Rsh(in[0], 1)
	return nil
}

func Cancelled(_ *big.Int, _, _ []*big.Int) error { return context.Canceled }

var HalveID = solver.GetHintID(Halve)
