package device

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
)

// Pool is cleared memory for further vectors, by its size in bytes.
type Pool map[uint64][]driver.Ptr

// Take returns memory of a size, if there is any.
func (p Pool) Take(bytes uint64) (at driver.Ptr, ok bool) {
	free := p[bytes]
	if len(free) == 0 {
		return 0, false
	}
	p[bytes] = free[:len(free)-1]
	return free[len(free)-1], true
}

// Bytes is the size of all memory in the pool.
func (p Pool) Bytes() (n uint64) {
	for bytes, free := range p {
		n += bytes * uint64(len(free))
	}
	return n
}

// Empty moves all memory to another pool.
func (p Pool) Empty(to Pool) {
	for bytes, free := range p {
		to[bytes] = append(to[bytes], free...)
	}
	clear(p)
}

// Free frees all memory of the pool on the device.
func (p Pool) Free(d *Device) (err error) {
	for bytes, free := range p {
		for _, at := range free {
			err = errors.Join(err, d.Free(plan.ForVectors, at, bytes))
		}
	}
	clear(p)
	return err
}
