// Package vector computes with vectors of field elements on a device.
//
// A [Workspace] is a queue of operations with the vectors made for them. A [Domain] holds the
// tables of number-theoretic transforms. A [Store] owns all of it for one device. Elements are in
// gnark-crypto's memory layout: little-endian 64-bit limbs in Montgomery form, fully reduced.
package vector

import (
	"fmt"
	"math/bits"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// The limits of operations on vectors.
const (
	// MaxElements is the length of the longest vector: kernels count in 32 bits.
	MaxElements = 1 << 31
	// MaxTerms is the number of vectors that [Workspace.Combine] adds up at once.
	MaxTerms = kernels.MaxTerms
	// MaxCommitments is the number of commitments, and of selectors that meet them, that
	// [Workspace.Numerator] takes.
	MaxCommitments = kernels.MaxCommitments
)

// Vector is a vector of field elements on a device, or a part of one. The elements are in
// Montgomery form and fully reduced.
type Vector struct {
	memory       *allocation
	first, count int
}

// allocation is the device memory of a vector.
type allocation struct {
	device *device.Device
	field  *plan.Field
	owner  owner
	at     driver.Ptr
	bytes  uint64
	closed bool           // guarded by the owner's mutex, or by the store's queueing
	lent   sync.WaitGroup // to device.Scalars
}

func (a *allocation) free(p plan.Purpose) error { return a.device.Free(p, a.at, a.bytes) }

// owner frees the memory of a vector: its workspace, or else the store or an [Evictable].
// A borrowed one has a [lender].
type owner interface{ release(*allocation) error }

// Len returns the number of elements.
func (v *Vector) Len() int { return v.count }

// Slice returns the elements v[from:to], in the same memory. It panics as slicing does if they are
// not all there.
func (v *Vector) Slice(from, to int) *Vector {
	if from < 0 || to < from || to > v.count {
		panic(fmt.Sprintf("cuda: elements [%d:%d] of a vector of %d", from, to, v.count))
	}
	return &Vector{memory: v.memory, first: v.first + from, count: to - from}
}

// Close clears the memory and releases it, for all slices of the vector. Operations that were
// queued before still have it. A second Close does nothing.
func (v *Vector) Close() error { return v.memory.owner.release(v.memory) }

// Memory is where the elements lie on the device, and their size in bytes.
func (v *Vector) Memory() (at driver.Ptr, bytes uint64) { return v.at(0), uint64(v.bytes()) }

// bytes is the size of the elements in memory.
func (v *Vector) bytes() int { return v.count * v.memory.field.ElementBytes() }

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

// overlaps reports whether two vectors share memory.
func (v *Vector) overlaps(other *Vector) bool {
	return v.memory == other.memory &&
		v.first < other.first+other.count && other.first < v.first+v.count
}

// logOf is log₂ of n, rounded down.
func logOf(n int) int { return max(bits.Len(uint(n))-1, 0) }
