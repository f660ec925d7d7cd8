package solver

import (
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Background is work in short parts, whose results a program does not need.
type Background struct {
	Parts int
	// After is how many of the schedule's tasks each part needs, in ascending order. It is nil if
	// no part needs any. One worker runs no tasks, and does all parts at any time.
	After []uint32
	// Do does the parts from one to before another.
	Do func(from, to int)
}

// partFilled is the number of elements of a vector that one part sets, in some microseconds.
const partFilled = 1 << 9

// Filling is the work of setting all elements of vectors, which have one length.
func Filling[E comparable](vectors [3][]E, x E) Background {
	parts := parallel.CountChunks(len(vectors[0]), partFilled)
	return Background{Parts: parts, Do: func(from, to int) {
		for _, v := range vectors {
			Fill(v[from*partFilled:min(to*partFilled, len(v))], x)
		}
	}}
}

// Fill sets all elements of a vector. The processor has a fast way for zeros.
func Fill[E comparable](v []E, x E) {
	var zero E
	if x == zero {
		clear(v)
		return
	}
	for i := range v {
		v[i] = x
	}
}

// Copying is the work of setting rows of three vectors from wires, once these are known.
func Copying[E any](rows *program.Rows, vectors [3][]E, wires []E) Background {
	x, y, z := vectors[0], vectors[1], vectors[2]
	return Background{Parts: len(rows.Parts), After: rows.After, Do: func(from, to int) {
		for _, part := range rows.Parts[from:to] {
			for of := part.From; of < part.To; of += program.RowWords {
				w := rows.Of[of:][:program.RowWords]
				x[w[0]], y[w[0]], z[w[0]] = wires[w[1]], wires[w[2]], wires[w[3]]
			}
		}
	}}
}

// leastBackground is the number of parts for which a goroutine is begun.
const leastBackground = 32

// And returns the work of both. Parts that need no tasks come first.
func (b Background) And(more Background) Background {
	return Background{
		Parts: b.Parts + more.Parts, After: append(make([]uint32, b.Parts), more.After...),
		Do: func(from, to int) {
			if from < b.Parts {
				b.Do(from, min(to, b.Parts))
			}
			if to > b.Parts {
				more.Do(max(from-b.Parts, 0), to-b.Parts)
			}
		},
	}
}

// begin does the work on another processor if there is one, and returns what waits for it.
func (b Background) begin(processors int) (wait func()) {
	all := func() {
		if b.Parts > 0 {
			b.Do(0, b.Parts)
		}
	}
	if processors < 2 || b.Parts < leastBackground {
		return all
	}
	var group parallel.WaitGroup
	group.Go(all)
	return group.Wait
}

// Fillers move memory, which several workers do faster up to this number, found on a host of eight
// cores with two threads each. Each worker is worth a number of parts.
const (
	mostFilling  = 8
	leastFilling = 32
)

// workers returns the number of workers, out of those there are, for tasks that n have a use for.
func (b Background) workers(n, all int) int {
	return min(all, max(n, min(mostFilling, n+b.Parts/leastFilling)))
}

// among returns a graph that has the work as fillers among its own, each as soon as it may begin.
// Workers for whom it has no queue run fillers alone. For each filler it returns its number in the
// graph, or else the complement of a part's number.
func (b Background) among(g *parallel.Graph, workers int) (*parallel.Graph, []int) {
	n := b.Parts + len(g.Fillers)
	more, of := *g, make([]int, 0, n)
	if len(g.Queues) < workers {
		more.Queues = make([][]uint32, workers)
		copy(more.Queues, g.Queues)
	}
	more.Fillers = make([]uint32, 0, n)
	filler := 0
	own := func() {
		more.Fillers, of = append(more.Fillers, g.Fillers[filler]), append(of, filler)
		filler++
	}
	for part := range b.Parts {
		after := uint32(0)
		if b.After != nil {
			after = b.After[part]
		}
		for filler < len(g.Fillers) && g.Fillers[filler] < after {
			own()
		}
		more.Fillers, of = append(more.Fillers, after), append(of, ^part)
	}
	for filler < len(g.Fillers) {
		own()
	}
	return &more, of
}
