package cuda

import "math/bits"

// Lines is how the buckets of a set are summed by rows and by columns (kernels/msm/reduce.cuh): log₂ of their numbers, and of the
// buckets that a quad adds.
type Lines struct{ RowBits, ColumnBits, ShareBits int }

// cutLines has each quad add as few buckets as keep the device busy at once, by groups of quads that fit a block.
func (p *Plan) cutLines(r PlanRequest, buckets int) {
	l := Lines{RowBits: (p.Window - 1) / 2}
	l.ColumnBits = p.Window - 1 - l.RowBits
	l.ShareBits = max(l.ColumnBits-bits.Len(linesThreads/quad-1), 0)
	for l.ShareBits < l.RowBits && 2*buckets>>l.ShareBits > r.Multiprocessors*quadWave(r.Group)/quad {
		l.ShareBits++
	}
	p.Lines = l
}
