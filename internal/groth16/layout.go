package groth16

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// roomFor returns vectors of the given lengths if there is room for them. Room that is promised to
// others does not count. Without room it returns engine.ErrNoRoom.
func roomFor(w *cuda.Workspace, f *engine.Field, lengths []int) ([]*cuda.Vector, error) {
	if lengthOf(lengths) == 0 {
		return make([]*cuda.Vector, len(lengths)), nil
	}
	piece, err := engine.VectorIfRoom(w, f.Descriptor(), lengthOf(lengths))
	if err != nil {
		return nil, err
	}
	return cut(piece, lengths), nil
}

// cut returns vectors of the given lengths in the memory of another one.
func cut(piece *cuda.Vector, lengths []int) []*cuda.Vector {
	l := cuda.Layout{Piece: piece}
	return l.VectorsOf(lengths)
}

// lengthOf is the length of the memory that cut divides.
func lengthOf(lengths []int) int {
	var l cuda.Layout
	l.VectorsOf(lengths)
	return l.Length
}
