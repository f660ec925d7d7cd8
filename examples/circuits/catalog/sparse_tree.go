package catalog

import "math/big"

// sparseTree is a Merkle tree that keeps only its differences from an empty tree.
type sparseTree struct {
	compress func(left, right *big.Int) (*big.Int, error)
	levels   []map[int]*big.Int // from the leaves to the root, by position
	// the node of an empty subtree, level by level: an empty leaf is zero
	empty []*big.Int
}

func newSparseTree(depth int,
	compress func(left, right *big.Int) (*big.Int, error)) (*sparseTree, error) {
	t := &sparseTree{compress: compress}
	node := new(big.Int)
	for level := range depth + 1 {
		t.levels = append(t.levels, map[int]*big.Int{})
		t.empty = append(t.empty, node)
		if level < depth {
			var err error
			if node, err = compress(node, node); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

func (t *sparseTree) node(level, position int) *big.Int {
	if node := t.levels[level][position]; node != nil {
		return node
	}
	return t.empty[level]
}

func (t *sparseTree) root() *big.Int { return t.node(len(t.levels)-1, 0) }

// path returns the siblings of the nodes from a leaf up to the root, which has none.
func (t *sparseTree) path(position int) []*big.Int {
	siblings := make([]*big.Int, len(t.levels)-1)
	for level := range siblings {
		siblings[level] = t.node(level, position>>level^1)
	}
	return siblings
}

// set replaces a leaf, and the nodes above it.
func (t *sparseTree) set(position int, leaf *big.Int) error {
	node := leaf
	for level := range t.levels {
		t.levels[level][position>>level] = node
		if level == len(t.levels)-1 {
			return nil
		}
		var err error
		left, right := t.node(level, position>>level&^1), t.node(level, position>>level|1)
		if node, err = t.compress(left, right); err != nil {
			return err
		}
	}
	return nil
}
