package catalog

import (
	"fmt"

	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/hash/mimc"
)

// MiMC is a chain of hashes. The prover knows a value that gives the public end of the chain when
// it is hashed over and over. The chain's length is chosen by the number of constraints, which
// makes it the yardstick for provers: it can be had in any size, and every wire of it holds a value
// that looks random, the worst case for multi-scalar multiplication.
var MiMC = Circuit{
	name:        "mimc",
	description: "knowledge of the start of a chain of MiMC hashes",
	scaling:     "330 constraints a hash, in any number",
	commits:     true,
	size:        func(n int) string { return fmt.Sprintf("%d hashes", n) },
	circuit: func(r request, n int) (frontend.Circuit, error) {
		return &mimcCircuit{length: n, commitments: r.commitments}, nil
	},
	assign: func(r request, n int, wrong int64) (frontend.Circuit, error) {
		start := r.random().Below(r.curve.field())
		end := start
		for range n {
			end = r.curve.hash(end)
		}
		return &mimcCircuit{Start: start, End: plus(end, wrong)}, nil
	},
}

type mimcCircuit struct {
	Start frontend.Variable
	End   frontend.Variable `gnark:",public"`

	length, commitments int
}

// Define implements frontend.Circuit.
func (c *mimcCircuit) Define(api frontend.API) error {
	hash, err := mimc.New(api)
	if err != nil {
		return err
	}
	link := c.Start
	links := []frontend.Variable{link}
	for range c.length {
		hash.Reset()
		hash.Write(link)
		link = hash.Sum()
		links = append(links, link)
	}
	api.AssertIsEqual(link, c.End)
	return commit(api, c.commitments, links)
}

// commit commits n times to the same values, and has the commitments in a constraint.
func commit(api frontend.API, times int, values []frontend.Variable) error {
	if times == 0 {
		return nil
	}
	committer, ok := api.(frontend.Committer)
	if !ok {
		return fmt.Errorf("%w: a builder without commitments", ErrUnsupportedOption)
	}
	for range times {
		commitment, err := committer.Commit(values...)
		if err != nil {
			return err
		}
		api.AssertIsDifferent(commitment, 0)
	}
	return nil
}
