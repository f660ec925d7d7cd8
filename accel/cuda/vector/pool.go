package vector

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// pool is cleared memory for further vectors, by its size in bytes.
type pool map[uint64][]driver.Ptr

// take returns memory of a size, if there is any.
func (p pool) take(bytes uint64) (at driver.Ptr, ok bool) {
	free := p[bytes]
	if len(free) == 0 {
		return 0, false
	}
	p[bytes] = free[:len(free)-1]
	return free[len(free)-1], true
}

// add keeps memory.
func (p pool) add(at driver.Ptr, bytes uint64) { p[bytes] = append(p[bytes], at) }

// bytes is the size of all memory in the pool.
func (p pool) bytes() (n uint64) {
	for bytes, free := range p {
		n += bytes * uint64(len(free))
	}
	return n
}

// empty moves all memory to another pool.
func (p pool) empty(to pool) {
	for bytes, free := range p {
		to[bytes] = append(to[bytes], free...)
	}
	clear(p)
}

// free gives all memory back to the device.
func (p pool) free(d *device.Device) error {
	var failures []error
	for bytes, free := range p {
		for _, at := range free {
			failures = append(failures, d.Free(plan.ForVectors, at, bytes))
		}
	}
	clear(p)
	return errors.Join(failures...)
}
