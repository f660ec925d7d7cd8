package catalog

import (
	"fmt"
	"math/big"

	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/conversion"
	keccak "github.com/consensys/gnark/std/hash/sha3"
	"github.com/consensys/gnark/std/math/uints"
	"github.com/consensys/gnark/std/permutation/poseidon2"
	"golang.org/x/crypto/sha3"
)

// BatchAppend appends a batch of leaves to a Merkle tree, hashed with Poseidon2. The prover knows a
// root, the leaves that follow those in the tree, and the root with them. A chain of Keccak-256
// hashes over both roots, the position and the leaves is the only public value, cheap to compute
// again in a contract that queued the leaves. State trees of chains and their indexers are kept so.
// Each leaf opens an empty leaf under the root so far, and gives the next root along the same path:
// 52 hashes with Poseidon2, whose wires look random. Its Keccak-256 costs eight times that, in
// bytes that are looked up in tables; see [Keccak]. The challenge of the lookup arguments is a
// commitment to part of the witness. The circuit grows with the number of leaves.
var BatchAppend = Circuit{
	name: "batch-append",
	description: "leaves appended to a Poseidon2 Merkle tree, with a Keccak-256 chain " +
		"(with a commitment)",
	scaling: "about 354000 constraints for a leaf, 116000 for each further one",
	size:    counting("leaf", "leaves"),
	largest: 1 << appendDepth,
	circuit: func(_ request, leaves int) (frontend.Circuit, error) {
		return &batchAppendCircuit{Leaves: make([]appendedLeaf, leaves)}, nil
	},
	assign: batchAppendAssignment,
}

const (
	appendDepth = 26 // of the tree: 2^26 leaves
	appendedTo  = 4  // leaves of an assignment's tree before the batch; the others are empty
)

// batchAppendAssignment makes up a tree and a batch, and appends it.
func batchAppendAssignment(r request, count int, wrong int64) (frontend.Circuit, error) {
	random, curve := r.random(), r.curve
	tree := newTree(appendDepth, curve.poseidon2Node)
	first := int(random.Below(big.NewInt(int64(1<<appendDepth - count + 1))).Int64())
	for position := max(0, first-appendedTo); position < first; position++ {
		tree.Set(position, random.Below(curve.field()))
	}
	c := &batchAppendCircuit{OldRoot: tree.Root(), First: first}
	old := curve.bytes(tree.Root())
	for i := range count {
		leaf := random.Below(curve.field())
		appended := appendedLeaf{Value: leaf}
		copy(appended.Path[:], tree.Path(first+i))
		tree.Set(first+i, leaf)
		c.Leaves = append(c.Leaves, appended)
	}
	c.NewRoot = tree.Root()
	chain := keccak256(old, curve.bytes(tree.Root()), curve.bytes(big.NewInt(int64(first))))
	for _, leaf := range c.Leaves {
		chain = keccak256(chain, curve.bytes(leaf.Value.(*big.Int)))
	}
	c.Digest = halvesOf(chain)
	c.Digest[1] = plus(c.Digest[1].(*big.Int), wrong)
	return c, nil
}

func keccak256(parts ...[]byte) []byte {
	hash := sha3.NewLegacyKeccak256()
	for _, part := range parts {
		_, _ = hash.Write(part) // never fails
	}
	return hash.Sum(nil)
}

type batchAppendCircuit struct {
	// big-endian halves of 128 bits of the chain's end
	Digest           [2]frontend.Variable `gnark:",public"`
	OldRoot, NewRoot frontend.Variable
	First            frontend.Variable // the position of the first leaf
	Leaves           []appendedLeaf
}

// appendedLeaf is a leaf with the siblings on the way up from it.
type appendedLeaf struct {
	Value frontend.Variable
	Path  [appendDepth]frontend.Variable
}

// Define implements frontend.Circuit.
func (c *batchAppendCircuit) Define(api frontend.API) error {
	permutation, err := poseidon2.NewPoseidon2(api)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnsupportedCurve, err)
	}
	root := c.OldRoot
	chain, err := keccakElements(api, nil, c.OldRoot, c.NewRoot, c.First)
	if err != nil {
		return err
	}
	for i, leaf := range c.Leaves {
		var empty, node frontend.Variable = 0, leaf.Value
		for level, right := range api.ToBinary(api.Add(c.First, i), appendDepth) {
			empty = merkleParent(api, permutation, empty, leaf.Path[level], right)
			node = merkleParent(api, permutation, node, leaf.Path[level], right)
		}
		api.AssertIsEqual(empty, root)
		root = node
		if chain, err = keccakElements(api, chain, leaf.Value); err != nil {
			return err
		}
	}
	api.AssertIsEqual(root, c.NewRoot)
	return assertDigest(api, chain, c.Digest)
}

// keccakElements is the Keccak-256 hash of some bytes and of field elements, big-endian.
func keccakElements(api frontend.API, start []uints.U8,
	elements ...frontend.Variable) ([]uints.U8, error) {
	hash, err := keccak.NewLegacyKeccak256(api)
	if err != nil {
		return nil, err
	}
	hash.Write(start)
	for _, x := range elements {
		bytes, err := conversion.NativeToBytes(api, x)
		if err != nil {
			return nil, err
		}
		hash.Write(bytes)
	}
	return hash.Sum(), nil
}
