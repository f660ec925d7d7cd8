//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Vector is a vector of field elements on a device, in Montgomery form and fully reduced, or a part of one.
type Vector struct {
	memory       *allocation
	first, count int
}

// allocation is the device memory of a vector.
type allocation struct {
	device *device
	field  *Field
	owner  *Workspace // nil for a resident vector
	at     driver.Ptr
	bytes  uint64
	closed bool           // guarded by the owner's mutex, or by the device's spaces.queueing
	lent   sync.WaitGroup // to Scalars
}

// Len returns the number of elements.
func (v *Vector) Len() int { return v.count }

// Slice returns the elements from the index `from` on up to `to`, in the same memory. It panics as slicing does when they
// are not all there.
func (v *Vector) Slice(from, to int) *Vector {
	if from < 0 || to < from || to > v.count {
		panic(fmt.Sprintf("cuda: elements [%d:%d] of a vector of %d", from, to, v.count))
	}
	return &Vector{memory: v.memory, first: v.first + from, count: to - from}
}

// Close clears the memory and gives it back, for all slices of the vector. What was queued before still has it. A second
// Close does nothing.
func (v *Vector) Close() error {
	if w := v.memory.owner; w != nil {
		return w.release(v.memory)
	}
	return v.memory.device.spaces.release(v.memory)
}

// at is the address of an element.
func (v *Vector) at(i int) driver.Ptr {
	return v.memory.at + driver.Ptr((v.first+i)*v.memory.field.ElementBytes())
}

// sameLength returns an error unless all vectors have as many elements as the first.
func sameLength(vectors ...*Vector) error {
	for _, v := range vectors {
		if v.count != vectors[0].count {
			return fmt.Errorf("vectors of %d and %d elements", vectors[0].count, v.count)
		}
	}
	return nil
}

// overlaps says whether two vectors share memory.
func (v *Vector) overlaps(other *Vector) bool {
	return v.memory == other.memory && v.first < other.first+other.count && other.first < v.first+v.count
}

// logOf is log₂ of n, rounded down.
func logOf(n int) int { return max(bits.Len(uint(n))-1, 0) }

// closing closes the vector and returns both errors.
func closing(err error, v *Vector) error { return errors.Join(err, v.Close()) }
