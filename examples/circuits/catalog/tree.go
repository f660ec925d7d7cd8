package catalog

import (
	"math/big"

	"github.com/consensys/gnark/frontend"
)

// tree is a Merkle tree that keeps only its differences from an empty tree.
type tree struct {
	compress func(left, right *big.Int) *big.Int
	levels   []map[int]*big.Int // from the leaves to the root, by position
	empty    []*big.Int         // the node of an empty subtree, level by level
}

// newTree returns a tree of a depth, whose leaves are all zero. compress gives the node above two
// nodes.
func newTree(depth int, compress func(left, right *big.Int) *big.Int) *tree {
	t := &tree{compress: compress}
	node := new(big.Int)
	for range depth + 1 {
		t.levels = append(t.levels, map[int]*big.Int{})
		t.empty = append(t.empty, node)
		node = compress(node, node)
	}
	return t
}

func (t *tree) node(level, position int) *big.Int {
	if node := t.levels[level][position]; node != nil {
		return node
	}
	return t.empty[level]
}

// Root returns the root.
func (t *tree) Root() *big.Int { return t.node(len(t.levels)-1, 0) }

// Path returns the siblings of the nodes from a leaf up to the root.
func (t *tree) Path(position int) []frontend.Variable {
	siblings := make([]frontend.Variable, len(t.levels)-1)
	for level := range siblings {
		siblings[level] = t.node(level, position>>level^1)
	}
	return siblings
}

// Set replaces a leaf, and the nodes above it.
func (t *tree) Set(position int, node *big.Int) {
	for level := range t.levels {
		t.levels[level][position>>level] = node
		node = t.compress(t.node(level, position>>level&^1), t.node(level, position>>level|1))
	}
}
