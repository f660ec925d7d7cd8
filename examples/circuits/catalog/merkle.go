package catalog

import (
	"fmt"
	"math/big"

	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/accumulator/merkle"
	"github.com/consensys/gnark/std/hash/mimc"
)

// Merkle is membership in a Merkle tree that is hashed with MiMC. It is the core of mixers and of
// account trees. The prover knows a leaf, its position and the path from it to the public root. The
// depth of the tree is chosen by the number of constraints; the position is a field element, which
// limits the depth to 250.
var Merkle = Circuit{
	name:        "merkle",
	description: "membership of a leaf in a Merkle tree of MiMC hashes",
	scaling: fmt.Sprintf("664 constraints a level of the tree, up to %d levels",
		maxMerkleDepth),
	size:    func(n int) string { return fmt.Sprintf("depth %d", n) },
	largest: maxMerkleDepth,
	circuit: func(_ request, depth int) (frontend.Circuit, error) {
		return &merkleCircuit{Path: make([]frontend.Variable, depth+1)}, nil
	},
	assign: merkleAssignment,
}

// maxMerkleDepth keeps a leaf's position below the modulus of every field: the smallest has 253
// bits.
const maxMerkleDepth = 250

// merkleAssignment makes up a leaf, its position and its siblings. It computes their root. The rest
// of the tree plays no part.
func merkleAssignment(r request, depth int, wrong int64) (frontend.Circuit, error) {
	random, field := r.random(), r.curve.field()
	position := random.Below(new(big.Int).Lsh(big.NewInt(1), uint(depth)))
	leaf := random.Below(field)
	c, node := &merkleCircuit{Position: position}, r.curve.hash(leaf)
	c.Path = append(c.Path, leaf)
	for level := range depth {
		sibling := random.Below(field)
		c.Path = append(c.Path, sibling)
		left, right := node, sibling
		if position.Bit(level) == 1 {
			left, right = sibling, node
		}
		node = r.curve.hash(left, right)
	}
	c.Root = plus(node, wrong)
	return c, nil
}

type merkleCircuit struct {
	Root     frontend.Variable   `gnark:",public"`
	Path     []frontend.Variable // the leaf, and the sibling of each node on the way up
	Position frontend.Variable
}

// Define implements frontend.Circuit.
func (c *merkleCircuit) Define(api frontend.API) error {
	hash, err := mimc.New(api)
	if err != nil {
		return err
	}
	proof := merkle.MerkleProof{RootHash: c.Root, Path: c.Path}
	proof.VerifyProof(api, hash, c.Position)
	return nil
}
