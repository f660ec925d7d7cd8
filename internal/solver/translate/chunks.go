package translate

import (
	"iter"
	"runtime"
)

// ChunkLength is the number of instructions of a chunk, in the order of their levels. All
// processors translate chunks at once. Tests shorten it.
var ChunkLength = 1 << 16

// chunk says where instructions begin: behind the first skip of a level, and from before them.
type chunk struct{ level, skip, from int }

// piece is what a chunk has of a level. Its instructions need nothing of each other. Its place is
// the number of instructions in the pieces before it, plus one.
type piece struct {
	level, place uint32
	instructions []uint32
}

func chunksOf(levels [][]uint32) (chunks []chunk) {
	from, n := 0, 0 // of the next chunk, and before the level
	for l, level := range levels {
		for ; from < n+len(level); from += ChunkLength {
			chunks = append(chunks, chunk{l, from - n, from})
		}
		n += len(level)
	}
	return chunks
}

func (c chunk) pieces(levels [][]uint32) iter.Seq[piece] {
	return func(yield func(piece) bool) {
		for n, l, skip := 0, c.level, c.skip; n < ChunkLength && l < len(levels); l++ {
			some := levels[l][skip:]
			some = some[:min(len(some), ChunkLength-n)]
			if !yield(piece{uint32(l), uint32(c.from+n) + 1, some}) {
				return
			}
			n, skip = n+len(some), 0
		}
	}
}

// turn counts instructions. Other goroutines have their turn after each few: a key is read beside a
// translation in many short steps, each of which would wait 10 ms for a processor.
type turn uint32

func (n *turn) yield() {
	if *n++; *n%512 == 0 {
		runtime.Gosched()
	}
}
