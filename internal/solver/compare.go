package solver

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/rs/zerolog"
)

// Compare runs a program, and returns an error if its solution is not gnark's. Hints answer as
// they did for gnark. A panic is a difference.
func (r *Run[E]) Compare(p *Program[E], gnarks *Solution[E]) (err error) {
	defer recovered(&err)
	defer r.entry.aloneInProgram(r.system)()
	whole := *r
	whole.Commit, whole.WiresOnly = nil, false
	b := p.get()
	defer func() {
		if r.WiresOnly { // so are later runs, mostly
			b.dropRows()
		}
		p.pool.Put(b)
	}()
	got, err := whole.execute(p, b, r.system.answersOf(p, gnarks), nil)
	if err != nil {
		return err
	}
	want, have := gnarks.Vectors(), got.Vectors()
	for i := range want {
		if err := difference(i, have[i], want[i]); err != nil {
			return err
		}
	}
	return nil
}

// later returns a run and a solution for a later comparison. The run goes on, and the comparison
// releases the solution. It shares the wires with a proof's, which writes none of them, and has its
// own A, B and C. A proof that wants wires alone leaves it gnark's. A caller without a proof may
// write anything, so it shares nothing.
func (r *Run[E]) later(s *Solution[E]) (*Run[E], *Solution[E]) {
	run, own := *r, *s
	run.ctx = context.WithoutCancel(r.ctx)
	written := []*[]E{&own.Rows[0], &own.Rows[1], &own.Rows[2]}
	switch {
	case r.options.Unproved:
		written, own.Release = append(written, &own.Wires), func() {}
	case r.WiresOnly && s.Solver == Gnark && !s.Sparse:
		s.Rows = [3][]E{}
		return &run, &own
	default:
		s.Release, own.Release = halves(s.Release)
	}
	var copies parallel.WaitGroup
	for _, v := range written {
		copies.Go(func() { *v = slices.Clone(*v) })
	}
	copies.Wait()
	return &run, &own
}

// halves returns two functions. Once both were called, the whole is.
func halves(whole func()) (first, second func()) {
	var called atomic.Bool
	half := func() {
		if called.Swap(true) {
			whole()
		}
	}
	return sync.OnceFunc(half), sync.OnceFunc(half)
}

// compareLater compares the program with gnark's solution while its proof is made. It begins as
// soon as the translation ends, and compares one witness at a time.
func (r *Run[E]) compareLater(s *Solution[E]) {
	e := r.entry
	there := e.move(translated, comparing)
	if !there && !e.expect() {
		return
	}
	r, s = r.later(s)
	go func() {
		if !there {
			<-e.done
			there = e.move(translated, comparing)
		}
		if !there {
			s.Release()
			return
		}
		p, _ := e.look()
		err := r.Compare(p, s)
		s.Release() // before a folder is written
		e.conclude(err, nil)
	}()
}

// compareBehind compares a fast solution with gnark's while its proof is made. It does so for a
// system's first, and for some later ones. gnark's solver takes the answers of the circuit's hints
// from it, so that they run once. Where both solvers change blueprints of the system, which a
// caller may solve next, the proof waits.
func (r *Run[E]) compareBehind(p *Program[E], s *Solution[E]) {
	first := s.Uncompared && r.entry.move(translated, comparing)
	if !first && !r.entry.again() {
		return
	}
	r, s = r.later(s)
	both := func() {
		found, err := r.replayed(p, s)
		s.Release() // before the program runs once more
		if err == nil {
			err = r.Compare(p, found)
		}
		if first {
			r.entry.conclude(err, nil)
		} else if err != nil {
			r.entry.disable(err)
		}
	}
	if _, inProgram := Stateful(r.system.System); len(inProgram) > 0 {
		both()
		return
	}
	go both()
}

// replayed returns gnark's solution, and our wires where that has none. A panic of a hint, or of a
// blueprint, is an error.
func (r *Run[E]) replayed(p *Program[E], ours *Solution[E]) (s *Solution[E], err error) {
	defer recovered(&err)
	if s, err = r.Replay(p, ours).Gnark(); err == nil && s.Sparse {
		s.Wires = slices.Clone(ours.Wires)
	}
	return s, err
}

// conclude notes the result of a comparison. One that was stopped is left to the next witness. It
// returns once the program is in its folder, if it has one. Others do not wait for that.
func (e *Entry[E]) conclude(err, stopped error) {
	if err != nil && stopped != nil {
		e.move(comparing, translated)
		return
	}
	if err != nil {
		e.disable(err)
		return
	}
	in := e.cached() // a later one is for Entry.use
	if e.move(comparing, trusted) {
		e.save(in)
	}
}

func differs(difference error) error {
	if difference == nil {
		return nil
	}
	return fmt.Errorf("solver: comparing with gnark's: %w", difference)
}

// Ahead compares both solvers over a witness ahead of its proof. It returns once that is done, by
// this call or by others. gnark's solver has to find a solution. Commitments are made up.
func (s System[E]) Ahead(in Input[E]) {
	in.Options = append(slices.Clone(in.Options), madeUp())
	r := s.NewRun(context.Background(), in)
	e := r.entry
	if r.options.Off || r.options.Check != CheckFirst {
		return
	}
	if _, state := e.lookCompared(); state > comparing {
		return
	}
	solution, err := r.silent()
	<-e.begin(s)
	switch {
	case err != nil: // later witnesses are compared
	case e.move(translated, comparing):
		p, _ := e.look()
		e.conclude(r.Compare(p, solution), nil)
	default:
		e.lookCompared()
	}
}

// Recheck compares both solvers over a witness whose proof from a fast solution did not verify. It
// waits for a comparison that is under way. A difference, also an earlier one, is an error, and
// leaves the system to gnark from now on.
func (s System[E]) Recheck(ctx context.Context, in Input[E]) error {
	r := s.NewRun(ctx, in)
	e := r.entry
	p, state := e.lookCompared()
	switch {
	case r.options.Off, state < translated: // the system was read anew
		return nil
	case state == disabled:
		e.mu.Lock()
		defer e.mu.Unlock()
		return differs(e.differs)
	}
	solution, err := r.silent()
	if err == nil {
		err = r.Compare(p, solution)
	}
	if err == nil || r.stopped() != nil {
		return nil
	}
	e.disable(err)
	return differs(err)
}

// silent returns gnark's solution of a witness that is solved besides. The circuit prints nothing.
func (r *Run[E]) silent() (*Solution[E], error) {
	r.config.Logger = zerolog.Nop()
	return r.byGnark()
}
