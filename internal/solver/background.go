package solver

import (
	"slices"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Background is work in short parts, whose results a program does not need.
type Background struct {
	// After is how many of the schedule's tasks each part needs, in ascending order. One worker
	// runs no tasks, and does all parts at any time.
	After []uint32
	Do    func(part int)
}

const partFilled = 1 << 9 // elements of a vector that one part sets, in some microseconds

// filling is the work of setting all elements of vectors of one length. Without x they are zeros.
func filling[E any](vectors [3][]E, x *E) Background {
	n := len(vectors[0])
	after := make([]uint32, parallel.CountChunks(n, partFilled))
	return Background{after, func(part int) {
		from, to := part*partFilled, min((part+1)*partFilled, n)
		for _, v := range vectors {
			fill(v[from:to], x)
		}
	}}
}

// fill sets all elements of a vector. The processor has a fast way for zeros, which nil stands for.
func fill[E any](v []E, x *E) {
	if x == nil {
		clear(v)
		return
	}
	for i := range v {
		v[i] = *x
	}
}

// copying is the work of setting rows of three vectors from known wires.
func copying[E any](rows *program.Rows, vectors [3][]E, wires []E) Background {
	x, y, z := vectors[0], vectors[1], vectors[2]
	return Background{rows.After, func(part int) {
		words := rows.Of[rows.Parts[part].From:rows.Parts[part].To]
		for ; len(words) > 0; words = words[program.RowWords:] {
			w := words[:program.RowWords]
			x[w[0]], y[w[0]], z[w[0]] = wires[w[1]], wires[w[2]], wires[w[3]]
		}
	}}
}

// Fillers move memory, which is faster with up to maxFillers workers. That was found on a host of
// eight cores with two threads each. A goroutine is worth its start from minParts parts on.
const (
	maxFillers = 8
	minParts   = 32
)

// And returns the work of both. Its own parts need no tasks.
func (b Background) And(more Background) Background {
	n := len(b.After)
	return Background{slices.Concat(b.After, more.After), func(part int) {
		if part < n {
			b.Do(part)
		} else {
			more.Do(part - n)
		}
	}}
}

// begin does the work on another processor if there is one. The caller calls wait for its end.
func (b Background) begin(processors int) (wait func()) {
	all := func() {
		for part := range b.After {
			b.Do(part)
		}
	}
	if processors < 2 || len(b.After) < minParts {
		return all
	}
	var group parallel.WaitGroup
	group.Go(all)
	return group.Wait
}

// workers returns the number of workers, of all, for tasks that can use n.
func (b Background) workers(n, all int) int {
	return min(all, max(n, min(maxFillers, n+len(b.After)/minParts)))
}

// among returns a graph with the work as more fillers. More workers have no queue. For each
// filler it returns the filler's number in g, or the complement of a part's number.
func (b Background) among(g *parallel.Graph, workers int) (*parallel.Graph, []int) {
	more := *g
	if len(g.Queues) < workers {
		more.Queues = make([][]uint32, workers)
		copy(more.Queues, g.Queues)
	}
	n := len(b.After) + len(g.Fillers)
	of := make([]int, 0, n)
	more.Fillers = make([]uint32, 0, n)
	for part, filler := 0, 0; len(of) < n; {
		if filler == len(g.Fillers) || part < len(b.After) && b.After[part] <= g.Fillers[filler] {
			more.Fillers, of = append(more.Fillers, b.After[part]), append(of, ^part)
			part++
		} else {
			more.Fillers, of = append(more.Fillers, g.Fillers[filler]), append(of, filler)
			filler++
		}
	}
	return &more, of
}
