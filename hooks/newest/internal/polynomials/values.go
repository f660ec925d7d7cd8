package polynomials

import (
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// nodes are the elements of a domain from one on. Those of its coset are in bit-reversed order.
type nodes[E any] struct {
	*curve.Domain[E]
	onCoset bool
	first   int
}

// at returns a node without the coset's shift.
func (n *nodes[E]) at(i int) E {
	if i += n.first; n.onCoset {
		i = poly.Reversed(i, n.Len())
	}
	return n.Field.Power(n.Generator, uint64(i))
}

// longestBlock is the number of nodes that share an inversion. They are enough for it not to count,
// and few enough to stay in the processor's cache.
const longestBlock = 1 << 11

// block returns the quotients of a block's nodes by its first one.
func (n *nodes[E]) block(length int) []E {
	quotients, step := make([]E, max(1, min(longestBlock, length))), n.Generator
	if n.onCoset {
		step = n.Field.Power(step, n.Cardinality/uint64(len(quotients)))
	}
	poly.Powers(n.Field, quotients, step)
	if n.onCoset {
		poly.BitReverse(quotients)
	}
	return quotients
}

// valuesAt returns the values at x of polynomials. They are given by vectors of one length, of
// their values on the nodes; on the rest of the domain they are zero. On a coset, the length is a
// power of two, and divides the number of the first node.
//
// These are Σ v[i]·Lᵢ(x), where Lᵢ(x) = (xᴺ − 1)/N · r/(x − r) for the node r and N elements.
func (f *Field[E, D, K]) valuesAt(x E, on *nodes[E], vectors ...[]E) []E {
	if on.onCoset {
		f.Mul(&x, &x, &on.ShiftInverse)
	}
	n, block := len(vectors[0]), on.block(len(vectors[0]))
	sums := make([]E, len(vectors))
	var mu sync.Mutex
	chunk := len(block) * parallel.CountChunks(parallel.ChunkLength(n), len(block))
	parallel.EachChunk(n, chunk, func(_, from, to int) {
		w, parts := newWeights(f.Field, x, block), make([]E, len(vectors))
		for ; from < to; from += len(block) {
			end := min(from+len(block), to)
			weights := w.from(on.at(from), end-from)
			for k, v := range vectors {
				term := f.Vectors.InnerProduct(weights, v[from:end])
				f.Add(&parts[k], &parts[k], &term)
			}
		}
		mu.Lock()
		defer mu.Unlock()
		f.Vectors.Add(sums, sums, parts)
	})
	factor := on.Vanishing(x)
	f.Mul(&factor, &factor, &on.CardinalityInverse)
	f.Vectors.ScalarMul(sums, sums, &factor)
	return sums
}

// weights computes r/(x − r) for the nodes r of one block after the other.
type weights[E any] struct {
	*curve.Field[E]
	x                        E
	block                    []E
	nodes, inverses, scratch []E
}

func newWeights[E any](f *curve.Field[E], x E, block []E) *weights[E] {
	n := len(block)
	return &weights[E]{f, x, block, make([]E, n), make([]E, n), make([]E, n)}
}

// from returns the weights of the block's first n nodes. They last until the next call.
func (w *weights[E]) from(first E, n int) []E {
	nodes, inverses := w.nodes[:n], w.inverses[:n]
	w.Vectors.ScalarMul(nodes, w.block[:n], &first)
	poly.Fill(inverses, w.x)
	w.Vectors.Sub(inverses, inverses, nodes)
	w.Vectors.Invert(inverses, w.scratch)
	w.Vectors.Mul(nodes, nodes, inverses)
	return nodes
}

// natural and bitReversed are orders of coefficients.
const natural, bitReversed = false, true

// valueAt returns the value at x of coefficients in an order. The exponents of a block are sums of
// its first one's and of the first block's.
func (f *Field[E, D, K]) valueAt(x E, coefficients []E, reversed bool) (sum E) {
	n := len(coefficients)
	powers, step := make([]E, min(longestBlock, n)), x
	if reversed {
		step = f.Power(x, uint64(n/len(powers)))
	}
	poly.Powers(f.Field, powers, step)
	if reversed {
		poly.BitReverse(powers)
	}
	var mu sync.Mutex
	parallel.EachChunk(n, len(powers), func(_, from, to int) {
		part := f.Vectors.InnerProduct(powers[:to-from], coefficients[from:to])
		if reversed {
			from = poly.Reversed(from, n)
		}
		first := f.Power(x, uint64(from))
		f.Mul(&part, &part, &first)
		mu.Lock()
		defer mu.Unlock()
		f.Add(&sum, &sum, &part)
	})
	return sum
}
