package proof

import (
	"hash"
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// Hash maps messages to scalars, each for itself. It is safe for concurrent use: a solver may call
// hints concurrently.
type Hash[E any] struct {
	mu    sync.Mutex // guards hash
	hash  hash.Hash
	field *curve.Field[E]
}

// NewHash returns a Hash by h, which nothing else may use meanwhile. Nil stands for the hash to the
// field of RFC 9380 with a domain separation tag.
func NewHash[E any](f *curve.Field[E], h hash.Hash, tag string) *Hash[E] {
	if h == nil {
		h = f.NewHash([]byte(tag))
	}
	return &Hash[E]{hash: h, field: f}
}

// Sum returns the first bytes of the message's hash modulo the field's order. It takes as many
// bytes as a scalar has, or as there are, the highest first.
func (h *Hash[E]) Sum(message []byte) (e E) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hash.Write(message) // a hash.Hash never fails
	sum := h.hash.Sum(nil)
	h.hash.Reset()
	h.field.SetBytes(&e, sum[:min(h.field.Bytes, h.hash.Size())])
	return e
}
