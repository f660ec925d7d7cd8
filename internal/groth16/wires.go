package groth16

import (
	"cmp"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Wires has the selections of wires that meet the vectors of one key. Their indices stay on the
// device between proofs as long as nothing else needs the memory. It is safe for concurrent use.
type Wires[E any] struct {
	field      *engine.Field
	n          int
	selections func() ([]Selection, error)
	counts     func() ([]int, error) // of the indices of each selection

	indices  engine.Evictable // of all selections
	prepared atomic.Bool      // or tried to
}

// NewWires returns the selections of n wires, which have to be closed. They are asked for once,
// when an MSM first needs them.
func NewWires[E any](f *engine.Field, n int, selections func() ([]Selection, error)) *Wires[E] {
	g := &Wires[E]{field: f, n: n, indices: engine.Evictable{Field: f}}
	g.selections = sync.OnceValues(func() ([]Selection, error) {
		all, err := selections()
		for _, s := range all {
			err = errors.Join(err, s.check(n))
		}
		return all, err
	})
	g.counts = func() (counts []int, err error) {
		all, err := g.selections()
		for _, s := range all {
			counts = append(counts, len(s.Indices))
		}
		return counts, err
	}
	return g
}

// numberedWires returns wires whose selections are numbers of indices alone, for dry runs.
func numberedWires[E any](f *engine.Field, n int, counts []int) *Wires[E] {
	return &Wires[E]{
		field: f, n: n, indices: engine.Evictable{Field: f},
		selections: func() ([]Selection, error) { return nil, nil },
		counts:     func() ([]int, error) { return counts, nil },
	}
}

// wiresBytes is the memory of a proof's wires, of their selections and of indices.
func (k *Key[P1, P2]) wiresBytes(f *engine.Field) uint64 {
	indices := 0
	for _, n := range k.selected(k.Wires) {
		indices += n
	}
	return f.Bytes(engine.LengthOf(k.wiresLengths())) + 4*uint64(indices)
}

// wiresLengths returns the lengths of the vectors that a proof's wires have: all wires, and those
// that are selected by indices.
func (k *Key[P1, P2]) wiresLengths() []int {
	return append([]int{k.Wires}, k.selected(k.Wires)...)
}

// Close frees the indices, at once or after the last proof that uses them. A second Close does
// nothing.
func (g *Wires[E]) Close() error { return g.indices.Close() }

// Prepare does ahead the part of a first proof that serves all later ones. It sends the indices, if
// they are to stay, takes the memory of a proof's wires, and makes the tables of a quotient over
// the domain. Only the first Prepare does anything.
func (g *Wires[E]) Prepare(domain *curve.Domain[E]) error {
	if g.prepared.Swap(true) {
		return nil
	}
	err := engine.Optional(g.field.Prepare("wires", g.n, func(w *cuda.Workspace) error {
		_, vector, err := g.indicesOn(w)
		if err == nil {
			_, err = g.vectorsOn(w, g.n)
		}
		return errors.Join(err, g.indices.Done(vector))
	}))
	if err != nil || domain.Len() < 2 {
		return err
	}
	return engine.Optional(g.field.Prepare("domain", domain.Len(), func(w *cuda.Workspace) error {
		return warmTables(w, g.field, domain)
	}))
}

// vectorsOn returns vectors for the values of n wires, and for selections with indices.
func (g *Wires[E]) vectorsOn(w *cuda.Workspace, n int) ([]*cuda.Vector, error) {
	counts, err := g.counts()
	if err != nil {
		return nil, err
	}
	return engine.VectorsIfRoom(w, g.field.Descriptor(), append([]int{n}, counts...))
}

// indicesOn returns the indices of each selection on the device. They are in the vector that stays,
// with one more user, or else in vectors of the workspace.
func (g *Wires[E]) indicesOn(
	w *cuda.Workspace,
) (indices []*cuda.Vector, stays *cuda.Evictable, err error) {
	counts, err := g.counts()
	if err != nil {
		return nil, nil, err
	}
	lengths := make([]int, len(counts))
	for i, n := range counts {
		lengths[i] = cuda.IndexElements(g.field.Descriptor(), n)
	}
	send := func(to []*cuda.Vector) error {
		selections, err := g.selections()
		for i, s := range selections {
			if len(s.Indices) > 0 {
				w.UploadIndices(to[i], s.Indices)
			}
		}
		return cmp.Or(err, w.Err())
	}
	indices, stays, err = g.indices.Vectors(w, lengths, send)
	if err != nil || stays != nil {
		return indices, stays, err
	}
	if indices, err = engine.VectorsIfRoom(w, g.field.Descriptor(), lengths); err != nil {
		return nil, nil, err
	}
	return indices, nil, send(indices)
}
