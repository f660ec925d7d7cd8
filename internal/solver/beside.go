package solver

import (
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Beside is work that needs nothing of a program, nor the program of it, in short parts.
type Beside struct {
	Parts int
	// Do does the parts from one to before another.
	Do func(from, to int)
}

// partFilled is the number of elements of a vector that one part sets, in some microseconds.
const partFilled = 1 << 9

// Filling is the work of setting all elements of vectors, which have one length.
func Filling[E comparable](vectors [3][]E, x E) Beside {
	parts := parallel.CountChunks(len(vectors[0]), partFilled)
	return Beside{Parts: parts, Do: func(from, to int) {
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

// leastBeside is the number of parts for which a goroutine is begun.
const leastBeside = 32

// begin does the work on another processor if there is one, and returns what waits for it.
func (b Beside) begin(processors int) (wait func()) {
	all := func() {
		if b.Parts > 0 {
			b.Do(0, b.Parts)
		}
	}
	if processors < 2 || b.Parts < leastBeside {
		return all
	}
	var group sync.WaitGroup
	group.Go(all)
	return group.Wait
}

// before returns a graph that has the work as fillers, before its own.
func (b Beside) before(g *parallel.Graph) *parallel.Graph {
	more := *g
	more.Fillers = append(make([]uint32, b.Parts, b.Parts+len(g.Fillers)), g.Fillers...)
	return &more
}
