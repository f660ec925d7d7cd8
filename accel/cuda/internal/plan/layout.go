package plan

import "github.com/gnark-accel/gnark-accel/accel/cuda/kernels"

// Layout holds the offset of each buffer in bytes.
type Layout struct {
	// Scalars and Bases are the buffers for sent scalars and bases. One chunk needs one side only.
	Scalars, Bases             [Sides]uint64
	BinKeys, BinValues, Values uint64
	// Counters are cleared for every chunk: bin counts, bucket counts, the count of long spans.
	Counters              uint64
	BinCount, BucketCount uint64
	LongCount             uint64
	CountersEnd           uint64

	BinStart, BinCursor    uint64
	TileStart, BucketStart uint64

	PairStart, Halves [2]uint64 // of the rounds of batch-affine additions, in turn
	Pairs             uint64

	Buckets, BucketsEnd      uint64 // cleared for every MSM
	Heads, Tails, TailBucket uint64
	LongSpans                uint64
	Rows, Columns, Results   uint64
	// Bytes is the size of the whole.
	Bytes uint64
}

// layoutOf places the buffers one after the other, each at a multiple of 256 bytes.
func layoutOf(r Request, p *Plan, n, entries, buckets int) Layout {
	var l Layout
	point := uint64(r.Group.bucketPointBytes())
	place := func(count int, size uint64) uint64 {
		at := l.Bytes
		l.Bytes = (l.Bytes + uint64(count)*size + 255) &^ 255
		return at
	}
	for i := range min(len(p.Chunks), Sides) {
		if r.Scalars == OnHost {
			l.Scalars[i] = place(n, uint64(r.Group.ScalarBytes()))
		}
		if r.HostBases {
			l.Bases[i] = place(n, uint64(r.Group.PointBytes()))
		}
	}
	if len(p.Chunks) == 1 {
		l.Scalars[1], l.Bases[1] = l.Scalars[0], l.Bases[0]
	}
	l.BinKeys = place(entries, 2)
	l.BinValues = place(entries, 4)
	l.Values = place(entries, 4)
	l.Counters = l.Bytes
	l.BinCount = place(p.BucketSort.Bins, 4)
	l.BucketCount = place(p.BucketSort.Bins<<p.BucketSort.FineBits, 4)
	l.LongCount = place(1, 4)
	l.CountersEnd = l.Bytes
	l.BinStart = place(p.BucketSort.Bins+1, 4)
	l.BinCursor = place(p.BucketSort.Bins, 4)
	l.TileStart = place(p.BucketSort.Bins+1, 4)
	l.BucketStart = place(buckets+1, 4)
	for i := range l.Halves {
		if slots := p.maxSlots(i); slots > 0 {
			l.PairStart[i] = place(buckets+1, 4)
			l.Halves[i] = place(slots, uint64(r.Group.PointBytes()))
		}
	}
	l.Pairs = place(p.maxSlots(0), 8)
	l.Buckets = place(buckets, point)
	l.BucketsEnd = l.Bytes
	l.Heads = place(p.Threads, point)
	l.Tails = place(p.Threads, point)
	l.TailBucket = place(p.Threads, 4)
	l.LongSpans = place(p.Threads/p.LongestSpan+1, kernels.LongSpanBytes)
	l.Rows = place(p.AllSets()<<p.RowBits, point)
	l.Columns = place(p.AllSets()<<p.ColumnBits, point)
	l.Results = place(p.Results(), point)
	return l
}
