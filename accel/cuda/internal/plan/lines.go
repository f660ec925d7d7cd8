package plan

import (
	"math/bits"

	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// Lines is how a set's buckets are summed by rows and by columns (kernels/msm/reduce.cuh).
type Lines struct {
	RowBits, ColumnBits int // log₂ of the numbers of rows and columns
	ShareBits           int // log₂ of the buckets that a quad adds
}

// LinesOf has each quad add as few buckets as keep the device busy at once. Groups of quads fit a
// block.
func LinesOf(r Request, window, buckets int) Lines {
	l := Lines{RowBits: (window - 1) / 2}
	l.ColumnBits = window - 1 - l.RowBits
	l.ShareBits = max(l.ColumnBits-bits.Len(kernels.LinesThreads/kernels.Quad-1), 0)
	busy := r.Multiprocessors * quadWave(r.Group) / kernels.Quad
	for l.ShareBits < l.RowBits && 2*buckets>>l.ShareBits > busy {
		l.ShareBits++
	}
	return l
}
