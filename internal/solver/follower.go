package solver

import (
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Follower is told of the wires while a program computes them. E is a field element.
type Follower[E any] interface {
	// Begin has the memory of all wires, before any of them is set. Pinned says that its pages are
	// locked. If Begin locks them, unpin undoes that, before the memory is given up.
	Begin(wires []E, pinned bool) (unpin func())
	// Known says that the first n wires are set, and will not change. Calls come one at a time, for
	// growing numbers. If the program fails the last call is missing.
	Known(n int)
}

// progress tells how many of the first wires are known, while workers run a program.
type progress struct {
	program *program.Program
	final   []uint32        // the program's, or its schedule's
	known   func(wires int) // or nil

	mu   sync.Mutex
	told int // parts of the wires
}

// passed notes that the code before a position has run, or the tasks before a number. It does
// nothing while another call runs: a later one makes up for that.
func (p *progress) passed(position int) {
	if p.known == nil || !p.mu.TryLock() {
		return
	}
	defer p.mu.Unlock()
	n := p.told
	for n < len(p.final) && int(p.final[n]) <= position {
		n++
	}
	if n > p.told {
		p.told = n
		p.known(min(n*p.program.FinalWires, p.program.Wires))
	}
}
