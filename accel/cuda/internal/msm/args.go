package msm

import "github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"

// The arguments of the kernels, field by field as in kernels/msm/args.cuh, which explains them.

type digitsArgs struct {
	scalars                      driver.Ptr
	count, offset, length, first uint32
	stride, bits, windows, sets  uint32
	//lint:ignore U1000 Zero stands for scalars in Montgomery form; the kernels read it.
	plain, _ uint32
}

type sortArgs struct {
	digits                                   digitsArgs
	binCount, binStart, binCursor, tileStart driver.Ptr
	binKeys, binValues                       driver.Ptr
	bucketCount, bucketStart, values         driver.Ptr
	bins, buckets, fineBits, scalarsPerBlock uint32
	windowsPerBlock, tile                    uint32
}

// placesArgs is a [plan.Places].
type placesArgs struct{ Point, Y, Word uint32 }

type batchAffineArgs struct {
	from, values, fromStart, toStart, pairs, to driver.Ptr
	fromPlaces, toPlaces                        placesArgs
	buckets, each                               uint32
}

type accumulateArgs struct {
	bases, values, bucketStart                              driver.Ptr
	buckets, heads, tails, tailBucket                       driver.Ptr
	longSpans, longCount                                    driver.Ptr
	bucketTotal, threads, longThreads, shorter, shortenFrom uint32
	minRun, longestWalk, longestSpan                        uint32
	places                                                  placesArgs
	_                                                       uint32
}

type reduceArgs struct {
	buckets, rows, columns, results      driver.Ptr
	sets, rowBits, columnBits, shareBits uint32
}

type precomputeArgs struct {
	from, to             driver.Ptr
	fromPlaces, toPlaces placesArgs
	count, doublings     uint32
}
