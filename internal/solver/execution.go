package solver

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Programs that run at once share the processors. Each proof in the making counts as one more: its
// device needs a processor between its steps.
var running, proving atomic.Int32

// Proving counts a proof whose witness is solved. The returned function ends that.
func Proving() (done func()) {
	proving.Add(1)
	return func() { proving.Add(-1) }
}

// execute runs a program in buffers. Hints take their outputs from answers, where they are known.
func (r *Run[E]) execute(
	p *Program[E], b *buffers[E], a *answers[E], known func(wires int),
) (s *Solution[E], err error) {
	defer recovered(&err) // a blueprint's method
	values, err := r.values()
	if err != nil {
		return nil, err
	}
	sys, hints := r.system.System, r.config.HintFunctions
	if err := checkBuiltIns(p.Program, hints); err != nil {
		return nil, err
	}
	m := &Machine[E]{
		Program: p, Constants: p.constants, Magnitudes: p.Magnitudes, W: b.Wires,
		system: r.system, hints: hints, modulus: sys.Field(), commit: r.Commit,
		answers: a, buffers: b, shared: &shared[E]{
			lookups: make([]lookup[E], len(sys.Blueprints)),
		},
	}
	if r.WiresOnly {
		b.keep(p)
		m.Kept, m.A, m.B = p.kept, b.kept[0], b.kept[1]
	} else {
		rows := b.rowsOf(p)
		m.A, m.B, m.C = rows[0], rows[1], rows[2]
	}
	_, stateful := Stateful(sys)
	for _, b := range stateful {
		b.Reset()
	}
	m.load(values)
	x := &execution[E]{Machine: m, whole: !r.WiresOnly, used: b.used, known: known}
	b.used = true
	if err := x.run(r.ctx, r.config.NbTasks); err != nil {
		return nil, err
	}
	solution := &Solution[E]{Wires: slices.Clip(b.Wires), Sparse: p.Sparse}
	if !r.WiresOnly {
		solution.Rows = b.rows
	}
	return solution, nil
}

// values returns the witness, if it and the options fit the system.
func (r *Run[E]) values() ([]E, error) {
	if r.err != nil {
		return nil, r.err
	}
	values, ok := r.system.Scalars.Elements(r.Witness.Vector())
	if !ok {
		return nil, errors.New("solver: a witness of another field")
	}
	return values, checkInput(r.system.System, len(values), r.config.HintFunctions)
}

// load sets the wires of the witness.
func (m *Machine[E]) load(witness []E) {
	w := m.W
	if !m.Program.Sparse {
		w[0] = m.system.Scalars.One
		w = w[1:]
	}
	copy(w, witness)
}

// execution is a program that runs.
type execution[E any] struct {
	*Machine[E]
	whole bool            // A, B and C, or L, R and O, are wanted
	used  bool            // the buffers were, before
	known func(wires int) // or nil
}

// run runs the program and the work beside it. It takes as many workers as are given, or as
// processors and program have use for. They stop with the context, by its cause. A panic is an
// error.
func (x *execution[E]) run(ctx context.Context, workers int) error {
	others := int(running.Add(1) - 1 + proving.Load())
	defer running.Add(-1)
	if others > 0 {
		parallel.Crowd()
	}
	workers = min(workers, runtime.GOMAXPROCS(0)/(1+others))
	s := x.Program.Schedule
	if s == nil || min(workers, s.Workers) < 2 {
		return x.runAlone(ctx, workers, x.background(1))
	}
	return x.runTasks(ctx, workers, x.background(workers))
}

// runAlone has one worker run the program in its own order. Neighbours there share memory. Then all
// processors check the assertions.
func (x *execution[E]) runAlone(ctx context.Context, processors int, b Background) error {
	wait := b.begin(processors)
	defer wait()
	p, w := x.Program, x.worker(0, 1)
	progress := &progress{program: p.Program, final: p.Final, known: x.known}
	if err := run(ctx, w, p.Code, progress); err != nil {
		return err
	}
	return x.check(ctx, processors)
}

// check has workers run the assertions, each those between two cuts.
func (x *execution[E]) check(ctx context.Context, processors int) error {
	checks := x.Program.Checks
	ends := append(slices.Clone(x.Program.Cuts), uint32(len(checks)))
	var workers parallel.Tasks
	from, n := uint32(0), min(max(processors, 1), len(ends))
	for i := range n {
		w, to := x.worker(i, 1), ends[(i+1)*len(ends)/n-1]
		part := checks[from:to]
		from = to
		workers.Go(func() error { return run(ctx, w, part, nil) })
	}
	return workers.Wait()
}

// runTasks has several workers run the tasks of the program's schedule.
func (x *execution[E]) runTasks(ctx context.Context, workers int, b Background) error {
	p := x.Program
	all := make([]Loops[E], b.workers(p.Schedule.Workers, workers))
	for i := range all {
		all[i] = x.worker(i, len(all))
	}
	progress := &progress{program: p.Program, final: p.Schedule.Final, known: x.known}
	tasks := len(p.Schedule.Tasks)
	graph, idle := b.among(&p.Schedule.Graph, len(all))
	err := graph.Run(len(all), func(i, task int) error {
		if task >= tasks {
			filler := idle[task-tasks]
			if filler < 0 {
				b.Do(^filler)
				return nil
			}
			task = tasks + filler
		}
		return x.runTask(ctx, all[i], task)
	}, progress.prefix())
	if err == nil {
		progress.done(tasks)
	}
	return err
}

// worker returns a machine that runs parts of the program. Where there are several machines, they
// leave the rows of a SparseR1CS to the background.
func (x *execution[E]) worker(number, of int) Loops[E] {
	w := *x.Machine
	w.scratch = x.buffers.scratchOf(number, w.system.Scalars.Words)
	w.scratch.integers = arguments{}
	if of > 1 && x.rows() != nil {
		w.A, w.B, w.C = nil, nil, nil
	}
	w.loops = w.system.Scalars.Loops(&w)
	return w.loops
}

// piece is the number of words between two looks at the context. They take a fraction of a
// millisecond.
const piece = 1 << 14

// run has a worker run operations, piece by piece.
func run[E any](ctx context.Context, w Loops[E], code []uint32, p *progress) (err error) {
	defer recovered(&err)
	for pc := 0; pc < len(code); {
		if ctx.Err() != nil { // which takes no lock, as its cause does
			return context.Cause(ctx)
		}
		if pc, err = w.Run(code, pc, min(pc+piece, len(code))); err != nil {
			return err
		}
		p.done(pc)
	}
	return nil
}

func (x *execution[E]) runTask(ctx context.Context, w Loops[E], task int) (err error) {
	defer recovered(&err)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	code, ranges := x.Program.Part(task)
	for _, r := range ranges {
		if _, err := w.Run(code, int(r.From), int(r.To)); err != nil {
			return err
		}
	}
	return nil
}

// recovered makes an error of a panic, which comes from a hint or a blueprint.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("solver: panic: %v", r)
	}
}
