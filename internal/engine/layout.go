package engine

import "github.com/gnark-accel/gnark-accel/accel/cuda"

// VectorsIfRoom returns vectors of the given lengths: see [VectorIfRoom].
func VectorsIfRoom(w *cuda.Workspace, f *cuda.Field, lengths []int) ([]*cuda.Vector, error) {
	if LengthOf(lengths) == 0 {
		return make([]*cuda.Vector, len(lengths)), nil
	}
	piece, err := VectorIfRoom(w, f, LengthOf(lengths))
	if err != nil {
		return nil, err
	}
	return Cut(piece, lengths), nil
}

// Cut returns vectors of the given lengths in the memory of another one.
func Cut(piece *cuda.Vector, lengths []int) []*cuda.Vector {
	l := cuda.Layout{Piece: piece}
	return l.VectorsOf(lengths)
}

// LengthOf is the length of the memory that [Cut] divides.
func LengthOf(lengths []int) int {
	var l cuda.Layout
	l.VectorsOf(lengths)
	return l.Length
}
