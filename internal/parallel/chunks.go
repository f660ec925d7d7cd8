// Package parallel cuts loops over long vectors into chunks, one for each processor. It runs tasks
// that need others.
package parallel

import (
	"runtime"
)

// MinChunk is the length of the shortest chunk that is worth a goroutine.
const MinChunk = 1 << 10

// Chunks calls f on the chunks of [0, n), and waits for all calls. They run concurrently on all
// processors. A small range is one chunk, and an empty one has none. A panic of f is Chunks'.
func Chunks(n int, f func(from, to int)) {
	EachChunk(n, ChunkLength(n), func(_, from, to int) { f(from, to) })
}

// ChunkLength returns the length of the chunks that [Chunks] cuts [0, n) into.
func ChunkLength(n int) int {
	return max(CountChunks(n, runtime.GOMAXPROCS(0)), MinChunk)
}

// EachChunk calls f for i = 0, 1, … on [i·length, (i+1)·length), concurrently. The last chunk
// ends at n. A panic of f is EachChunk's.
func EachChunk(n, length int, f func(i, from, to int)) {
	if n <= length { // no need for a goroutine
		if n > 0 {
			f(0, 0, n)
		}
		return
	}
	var all Tasks
	for i := range CountChunks(n, length) {
		all.Go(func() error {
			f(i, i*length, min((i+1)*length, n))
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		panic(err)
	}
}

// CountChunks returns the number of calls that [EachChunk] makes: n / length, rounded up.
func CountChunks(n, length int) int { return (n + length - 1) / length }
