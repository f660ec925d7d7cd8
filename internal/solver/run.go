package solver

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/rs/zerolog"
)

// Input is a witness to be solved.
type Input[E any] struct {
	Witness witness.Witness
	// Commit computes BSB22 commitments for the fast solver; gnark's calls a hint of the options.
	// If it is nil, that hint computes all.
	Commit  Commit[E]
	Options []gnark.Option
	// WiresOnly: A, B and C, or L, R and O, are not wanted. The fast solver leaves out L, R and O,
	// which are copies of wires, and A, B and C but for values that it reads again.
	WiresOnly bool
}

// Run is one solving of a witness, which [Run.Finish] does. It is for one goroutine.
type Run[E any] struct {
	Input[E]
	system  System[E]
	ctx     context.Context
	entry   *Entry[E]
	config  gnark.Config
	err     error // of gnark's options
	options Options

	state   state       // of the entry, when the run began
	program *Program[E] // that the fast solver is to run, or nil
	buffers *buffers[E] // for that
}

// Memory is that of all wires. Its capacity has the inputs of commitments, too. Unpin unlocks its
// pages, before the memory is given up, and Locked says whether they are locked. Who locks them, or
// tries to, sets both.
type Memory[E any] struct {
	Wires  []E
	Unpin  func()
	Locked func() bool
}

// NewRun returns a run for which no solver is chosen: gnark's is, unless it has a program.
func (s System[E]) NewRun(ctx context.Context, in Input[E]) *Run[E] {
	r := &Run[E]{Input: in, system: s, ctx: ctx, entry: s.entry()}
	r.config, r.err = gnark.NewConfig(in.Options...)
	r.options = OptionsOf(&r.config)
	return r
}

// Start chooses the solver, and has memory for the fast one. [Run.Finish] has to follow.
func (s System[E]) Start(ctx context.Context, in Input[E]) *Run[E] {
	r := s.NewRun(ctx, in)
	r.choose()
	return r
}

// choose reserves memory for the program if the fast solver may run.
func (r *Run[E]) choose() {
	if r.options.Off || r.err != nil {
		return
	}
	look, early := r.entry.lookCompared, r.options.Check == CheckNever
	if r.mayDiffer() {
		look, early = r.entry.look, true
	}
	if early || r.entry.cached() != nil { // it takes less time than gnark's solver
		select {
		case <-r.entry.begin(r.system):
		case <-r.ctx.Done():
		}
	}
	p, state := look()
	r.state = state
	if state == trusted && r.options.Check != CheckAlways ||
		early && (state == translated || state == comparing) {
		r.Reserve(p)
	}
}

// mayDiffer reports whether a program may run before it is compared. A proof verifies the solution
// then. What is in a folder is compared before the first proof ends. Programs that change
// blueprints of the system do not run beside a comparison.
func (r *Run[E]) mayDiffer() bool {
	_, inProgram := Stateful(r.system.System)
	return r.options.Verified && !r.options.Unproved && r.options.Check == CheckFirst &&
		r.entry.cached() == nil && len(inProgram) == 0
}

// Reserve has the fast solver run a program, and takes memory for it.
func (r *Run[E]) Reserve(p *Program[E]) *Run[E] {
	r.program, r.buffers = p, p.get()
	return r
}

// Memory returns the memory that the fast solver is about to fill, for a proof that sends it ahead.
// It is nil without a proof, and if gnark's solver is to run.
func (r *Run[E]) Memory() *Memory[E] {
	if r.buffers == nil || r.options.Unproved {
		return nil
	}
	return &r.buffers.Memory
}

// Finish solves the witness. It tells how many of the first wires are known for good, by calls one
// at a time, unless known is nil or gnark's solver runs. Where the program fails, the wires that it
// has told of are no solution's.
func (r *Run[E]) Finish(known func(wires int)) (*Solution[E], error) {
	if r.program != nil {
		return r.fastOrGnark(known)
	}
	s, err := r.byGnark()
	if r.options.Off {
		return s, err
	}
	e := r.entry
	done := e.begin(r.system) // a first witness had the processors alone
	if err != nil {
		return nil, err
	}
	always := r.options.Check == CheckAlways
	if !always && e.cached() == nil {
		r.compareLater(s)
		return s, nil
	}
	<-done
	p, state := e.lookCompared()
	first := e.move(translated, comparing)
	if !first && (!always || state == disabled) {
		return s, nil
	}
	difference := r.Compare(p, s)
	switch {
	case first:
		e.conclude(difference, r.stopped())
	case difference != nil && r.stopped() == nil:
		e.disable(difference)
	}
	if always {
		err = differs(difference)
	}
	return s, err
}

// fastOrGnark runs the fast solver, and gnark's if it fails otherwise than by being stopped.
func (r *Run[E]) fastOrGnark(known func(wires int)) (*Solution[E], error) {
	p := r.program
	s, err := r.Fast(known)
	if err == nil && r.options.Unproved && !HasPassed() {
		if err = r.Satisfied(p, s); err != nil {
			s.Release()
			r.entry.disable(err)
		}
	}
	if err == nil {
		solved.fast.Add(1)
		if r.options.Check == CheckFirst {
			s.Uncompared = r.state != trusted
			r.compareBehind(p, s)
		}
		return s, nil
	}
	s, errGnark := r.byGnark()
	if errGnark == nil {
		note(zerolog.WarnLevel, err, "our solver failed, gnark's did not")
		if r.state != trusted && r.options.Check == CheckFirst {
			r.compareLater(s)
		}
	}
	return s, errGnark
}

// Fast runs the program that is reserved, once. Known is told of wires as [Run.Finish] says.
func (r *Run[E]) Fast(known func(wires int)) (*Solution[E], error) {
	defer r.entry.aloneInProgram(r.system)()
	start, p, b := time.Now(), r.program, r.buffers
	r.program, r.buffers = nil, nil
	s, err := r.execute(p, b, nil, known)
	if err != nil {
		p.pool.Put(b)
		return nil, err
	}
	if r.options.Unproved {
		b.unpin() // a caller need not release the wires
	}
	s.Solver, s.Release = Fast, sync.OnceFunc(func() { p.pool.Put(b) })
	sys := r.system.System
	printLogs(sys, &r.config.Logger, func(e constraint.LinearExpression) string {
		return r.system.Typed.String(r.system.value(s.Wires, e))
	})
	logDone(sys.GetNbConstraints(), start)
	return s, nil
}

// stopped returns an error once the solution is wanted no more.
func (r *Run[E]) stopped() error { return context.Cause(r.ctx) }

// value returns the value of an expression, slowly.
func (s System[E]) value(wires []E, terms constraint.LinearExpression) (sum constraint.U64) {
	for _, t := range terms {
		x := s.Typed.GetCoefficient(int(t.CID))
		if t.VID != math.MaxUint32 {
			x = s.Typed.Mul(x, s.Scalars.ToU64(&wires[t.VID]))
		}
		sum = s.Typed.Add(sum, x)
	}
	return sum
}
