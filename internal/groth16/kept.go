package groth16

import (
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// kept is a vector that stays on the device between proofs. It stays as long as nothing else needs
// the memory. It is safe for concurrent use.
type kept struct {
	field *session.Field

	mutex   sync.Mutex // guards the fields below
	closed  bool
	crowded bool            // the device had no room
	vector  *cuda.Evictable // nil if there is none
}

// use returns the vector, of n elements, with one more user. The first one has it filled. It
// returns nil where there is too little memory for it to stay.
func (k *kept) use(
	w *cuda.Workspace, n int, fill func(*cuda.Vector) error,
) (*cuda.Evictable, error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.vector != nil && k.vector.Use() {
		return k.vector, nil
	}
	k.vector = nil
	if n == 0 || k.closed || k.crowded || !cuda.MayStay(k.field.Bytes(n), w.Available()) {
		return nil, nil
	}
	vector, err := w.Evictable(k.field.Descriptor(), n)
	if err != nil || vector == nil {
		k.crowded = err == nil // by other programs
		return nil, err
	}
	if err := fill(vector.Vector()); err != nil {
		return nil, errors.Join(err, vector.Done(), vector.Close())
	}
	k.vector = vector
	return vector, nil
}

// bytes is the memory that the vector takes now.
func (k *kept) bytes() uint64 {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.vector == nil {
		return 0
	}
	return k.field.Bytes(k.vector.Vector().Len())
}

// close frees the vector, at once or after its last user. A second close does nothing.
func (k *kept) close() error {
	k.mutex.Lock()
	k.closed = true
	vector := k.vector
	k.mutex.Unlock()
	if vector == nil {
		return nil
	}
	return k.field.Free(vector.Vector().Len(), vector.Close)
}
