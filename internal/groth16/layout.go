package groth16

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// vectorsOn returns vectors of the given lengths in one piece of memory: to take a piece, one may
// have to wait for sums under way.
func vectorsOn(w *cuda.Workspace, f *session.Field, lengths []int) ([]*cuda.Vector, error) {
	all, err := w.Vector(f.Descriptor(), alignedSum(lengths))
	if err != nil {
		return nil, err
	}
	return cut(all, lengths), nil
}

// roomFor returns vectors of the given lengths if there is room that nothing else was promised,
// and session.ErrNoRoom otherwise.
func roomFor(w *cuda.Workspace, f *session.Field, lengths []int) ([]*cuda.Vector, error) {
	if !w.Room(f.Descriptor(), alignedSum(lengths)) {
		return nil, session.ErrNoRoom
	}
	vectors, err := vectorsOn(w, f, lengths)
	if session.OutOfMemory(err) {
		return nil, session.ErrNoRoom
	}
	return vectors, err
}

// cut returns vectors of the given lengths in the memory of another one.
func cut(all *cuda.Vector, lengths []int) []*cuda.Vector {
	vectors, at := make([]*cuda.Vector, len(lengths)), 0
	for i, n := range lengths {
		vectors[i] = all.Slice(at, at+n)
		at += aligned(n)
	}
	return vectors
}

// alignedSum is the length of the memory that cut divides.
func alignedSum(lengths []int) (total int) {
	for _, n := range lengths {
		total += aligned(n)
	}
	return total
}

// aligned rounds a length up, so that the next vector begins at a multiple of 128 bytes or more.
func aligned(n int) int { return (n + 7) / 8 * 8 }
