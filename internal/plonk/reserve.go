package plonk

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Reserve keeps memory of the device for one proof at a time. Bases that are loaded later leave it,
// and are sent along with each MSM if need be. That takes less time than the polynomials on the
// CPU. It also loads the field's kernels and pins buffers, as the first proof would.
//
// It returns the memory, in bytes, in which no multiples of the key's points should be kept, so
// that the circuit's polynomials can stay on the device: to send them with each proof takes
// longer than more multiples save. points is the memory that the key's points take by themselves.
// Where the polynomials could not stay anyway the result is 0.
//
// An error is returned only by a strict engine, accel.ErrOutOfMemory among others, and by a
// closed one.
func Reserve(f *session.Field, s Shape, points uint64) (headroom uint64, err error) {
	if !s.OnDevice() {
		return 0, nil
	}
	circuit := s.circuitBytes(f)
	if err := f.Reserve("polynomials", s.Rows, s.proofBytes(f)+circuit); err != nil {
		return 0, session.Optional(err)
	}
	return headroomFor(circuit, points, f.Available()), f.Warm("polynomials", s.Rows)
}

// headroomFor is the result of Reserve when so much memory is left.
func headroomFor(circuit, points, left uint64) uint64 {
	if !cuda.MayStay(circuit, left-min(left, points)) {
		return 0
	}
	return 2 * circuit
}
