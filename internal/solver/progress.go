package solver

import (
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// progress tells how many of the first wires are known, while workers run a program.
type progress struct {
	program *program.Program
	final   []uint32        // the program's, or its schedule's
	known   func(wires int) // or nil

	mu   sync.Mutex
	told int // parts of the wires
}

// prefix returns [progress.done] for a graph; nil if nobody asks.
func (p *progress) prefix() func(tasks int) {
	if p.known == nil {
		return nil
	}
	return p.done
}

// done notes that the code before a position, or the tasks before a number, ran. It does nothing
// while another call runs: a later one makes up for that.
func (p *progress) done(position int) {
	if p == nil || p.known == nil || !p.mu.TryLock() {
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
