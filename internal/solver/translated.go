package solver

import (
	"sync"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
	"github.com/gnark-accel/gnark-accel/internal/solver/schedule"
	"github.com/gnark-accel/gnark-accel/internal/solver/translate"
)

// Program is a translated system, and memory for runs. It may run several times at once.
type Program[E any] struct {
	*program.Program
	constants []E
	words     int // of an element

	pool pool[*buffers[E]]

	listing sync.Once // of rows
	rows    *program.Rows
}

// Translate translates the system, which is left unchanged and not referred to afterwards.
func (s System[E]) Translate() (*Program[E], error) { return s.TranslateFor(0) }

// TranslateFor translates the system for a number of workers: see [schedule.Order].
func (s System[E]) TranslateFor(workers int) (*Program[E], error) {
	flat, err := translate.System(s.System, s.Typed)
	if err != nil {
		return nil, err
	}
	if err := schedule.Order(flat, s.System, workers); err != nil {
		return nil, err
	}
	p := &Program[E]{Program: flat, words: s.Scalars.Words}
	p.constants = make([]E, 0, len(s.Coefficients)+len(flat.Folded))
	p.constants = append(p.constants, s.Coefficients...)
	for i := range flat.Folded {
		p.constants = append(p.constants, s.Scalars.FromU64(&flat.Folded[i]))
	}
	flat.Folded = nil
	return p, nil
}

// Bytes returns the memory that the program occupies, without buffers.
func (p *Program[E]) Bytes() int { return p.Program.Bytes() + 8*p.words*len(p.constants) }

// Idle returns the number of solutions whose memory waits for later ones.
func (p *Program[E]) Idle() int { return p.pool.Len() }

// rowsOf returns where L, R and O of a SparseR1CS come from. It is nil if the program has no
// schedule. Rows are listed when they are first asked for: proofs on a device never do.
func (p *Program[E]) rowsOf(system *constraint.System) *program.Rows {
	p.listing.Do(func() {
		if p.Schedule == nil {
			return
		}
		if rows, err := schedule.RowsOf(p.Program, system); err == nil {
			p.rows = rows
		}
	})
	return p.rows
}

// warm has memory ready for a first solution.
func (p *Program[E]) warm() {
	if p.pool.Len() > 0 {
		return
	}
	b := p.get()
	b.touch(p)
	p.pool.Put(b)
}

// get returns buffers, whose content is arbitrary. New ones are for the wires alone.
func (p *Program[E]) get() *buffers[E] {
	if b, ok := p.pool.Get(); ok {
		return b
	}
	b := &buffers[E]{found: make([][]uint32, len(p.Counts))}
	b.Wires = make([]E, p.Wires)
	for i := range b.found {
		if c := &p.Counts[i]; c.Table != nil {
			b.found[i] = make([]uint32, c.Queries)
		}
	}
	return b
}
