package catalog

import (
	"fmt"
	"math"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/hash/mimc"
)

// MiMC is a chain of hashes. The prover knows a value that gives the public end of the chain when
// it is hashed over and over. The chain's length is chosen by the number of constraints, which
// makes it the yardstick for provers: it can be had in any size, and every wire of it holds a value
// that looks random, the worst case for multi-scalar multiplication.
type MiMC struct{ everyCurve }

// Name implements [Circuit].
func (MiMC) Name() string { return "mimc" }

// Description implements [Circuit].
func (MiMC) Description() string { return "knowledge of the start of a chain of MiMC hashes" }

// Scaling implements [Circuit].
func (MiMC) Scaling() string { return "330 constraints a hash, in any number" }

// New implements [Circuit].
func (MiMC) New(curve ecc.ID, constraints int, opts ...Option) (Instance, error) {
	r, err := newCommittingRequest(curve, constraints, opts)
	if err != nil {
		return Instance{}, err
	}
	length, err := r.size(math.MaxInt, func(size int) frontend.Circuit {
		return &mimcCircuit{length: size, commitments: r.commitments}
	})
	if err != nil {
		return Instance{}, err
	}
	start := r.random().Below(r.curve.field())
	end := start
	for range length {
		if end, err = r.curve.hash(end); err != nil {
			return Instance{}, err
		}
	}
	return Instance{
		Circuit:    &mimcCircuit{length: length, commitments: r.commitments},
		Assignment: &mimcCircuit{Start: start, End: end},
		Invalid:    &mimcCircuit{Start: start, End: successor(end)},
		Size:       fmt.Sprintf("%d hashes", length),
	}, nil
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
