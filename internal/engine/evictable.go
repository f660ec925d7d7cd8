package engine

import (
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Evictable is a vector of elements that stays on a device between proofs. It stays as long as
// nothing else needs the memory. It is safe for concurrent use, and has to be closed.
type Evictable struct {
	Field *Field

	mutex   sync.Mutex // guards the fields below
	closed  bool
	crowded bool            // the device had no room
	vector  *cuda.Evictable // nil if there is none
}

// Use returns the vector, of n elements, with one more user. The first one has it filled. It
// returns nil where there is too little memory for it to stay, and after Close.
func (e *Evictable) Use(
	w *cuda.Workspace, n int, fill func(*cuda.Vector) error,
) (*cuda.Evictable, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if !e.closed && e.vector != nil && e.vector.Use() {
		return e.vector, nil
	}
	e.vector = nil
	fits := n > 0 && n <= cuda.MaxElements && cuda.MayStay(e.Field.Bytes(n), w.Available())
	if !fits || e.closed || e.crowded {
		return nil, nil
	}
	vector, err := w.Evictable(e.Field.Descriptor(), n)
	if err != nil || vector == nil {
		e.crowded = err == nil // by other programs
		return nil, err
	}
	if err := fill(vector.Vector()); err != nil {
		return nil, errors.Join(err, vector.Done(), vector.Close())
	}
	e.vector = vector
	return vector, nil
}

// Vectors is [Evictable.Use] for vectors of the given lengths. They are in the vector that stays,
// and nil without it.
func (e *Evictable) Vectors(
	w *cuda.Workspace, lengths []int, fill func([]*cuda.Vector) error,
) (all []*cuda.Vector, stays *cuda.Evictable, err error) {
	stays, err = e.Use(w, LengthOf(lengths), func(to *cuda.Vector) error {
		return errors.Join(fill(Cut(to, lengths)), w.Wait())
	})
	if stays == nil {
		return nil, nil, err
	}
	return Cut(stays.Vector(), lengths), stays, nil
}

// Done says that the vector's user needs it no more. There may be none.
func (e *Evictable) Done(vector *cuda.Evictable) error {
	if vector == nil {
		return nil
	}
	return e.Field.Free(vector.Vector().Len(), vector.Done)
}

// Bytes is the memory that the vector takes for further users.
func (e *Evictable) Bytes() uint64 {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.vector == nil || !e.vector.Use() {
		return 0
	}
	defer func() { _ = e.vector.Done() }() // it was not closed
	return e.Field.Bytes(e.vector.Vector().Len())
}

// Close frees the vector, at once or after its last user. A second Close does nothing.
func (e *Evictable) Close() error {
	e.mutex.Lock()
	e.closed = true
	vector := e.vector
	e.mutex.Unlock()
	if vector == nil {
		return nil
	}
	return e.Field.Free(vector.Vector().Len(), vector.Close)
}
