package solver

import (
	"slices"
	"sync"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
	"github.com/gnark-accel/gnark-accel/internal/solver/schedule"
	"github.com/gnark-accel/gnark-accel/internal/solver/translate"
)

// Program is a translated system, and memory for runs. It may run several times at once.
type Program[E any] struct {
	*program.Program
	constants []E
	words     int          // of an element
	kept      program.Kept // rows that a run for wires alone has values of

	pool *pool[*buffers[E]] // which an ordered program shares with the one before it was

	listing sync.Once // of rows
	rows    *program.Rows
}

// Translate translates the system for a number of workers: see [schedule.Order]. The system is left
// unchanged, and not referred to afterwards.
func (s System[E]) Translate(workers int) (*Program[E], error) {
	p, err := s.bare()
	if err != nil {
		return nil, err
	}
	return s.ordered(p, workers)
}

// bare returns a program for one worker, which tells of wires at its end alone.
func (s System[E]) bare() (*Program[E], error) {
	var constants []E
	var copying parallel.WaitGroup
	copying.Go(func() { constants = slices.Clone(s.Coefficients) })
	flat, err := translate.System(s.System, s.Typed)
	copying.Wait()
	if err != nil {
		return nil, err
	}
	for i := range flat.Folded {
		constants = append(constants, s.Scalars.FromU64(&flat.Folded[i]))
	}
	flat.Folded = nil
	return newProgram(flat, constants, s.Scalars.Words), nil
}

// ordered returns a program for a number of workers. The bare one may run meanwhile.
func (s System[E]) ordered(bare *Program[E], workers int) (*Program[E], error) {
	flat := *bare.Program
	if err := schedule.Order(&flat, s.System, workers); err != nil {
		return nil, err
	}
	p := newProgram(&flat, bare.constants, bare.words)
	p.pool = bare.pool
	return p, nil
}

func newProgram[E any](flat *program.Program, constants []E, words int) *Program[E] {
	return &Program[E]{
		Program: flat, constants: constants, words: words, kept: program.KeptOf(flat.Read),
		pool: new(pool[*buffers[E]]),
	}
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
	b.Wires = raw.Huge(make([]E, p.Wires, p.Wires+p.InputsRoom()))
	for i := range b.found {
		if c := &p.Counts[i]; c.Table != nil {
			b.found[i] = raw.Huge(make([]uint32, c.Queries))
		}
	}
	return b
}
