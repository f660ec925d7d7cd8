package machine

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	csolver "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Job is one call of [System.Solve], a [solver.Job].
type Job[E Element] struct {
	system   System[E]
	ctx      context.Context
	witness  witness.Witness
	commit   Commit[E]
	config   csolver.Config
	err      error // of the options
	wires    bool  // see [System.Wires]
	follower solver.Follower[E]
}

func (s System[E]) Job(
	ctx context.Context, w witness.Witness, commit Commit[E], opts ...csolver.Option,
) *Job[E] {
	config, err := csolver.NewConfig(opts...)
	return &Job[E]{system: s, ctx: ctx, witness: w, commit: commit, config: config, err: err}
}

// ForWires makes the job that of [System.Wires].
func (j *Job[E]) ForWires(follower solver.Follower[E]) *Job[E] {
	j.wires, j.follower = true, follower
	return j
}

func (j *Job[E]) Translate() (*Program[E], error) {
	p, err := j.system.Translate()
	if err == nil {
		solver.LogForeign(p.Foreign)
	}
	return p, err
}

func (j *Job[E]) Gnark() (*Solution[E], error) {
	config := solver.Marked(j.config, j.system.System, j.commit != nil)
	result, err := j.system.Typed.Solve(j.witness, solver.Configured(config, j.err))
	if err != nil {
		if _, misfit := j.values(); misfit == nil {
			err = solver.Blamed(err)
		}
		return nil, err
	}
	s := &Solution[E]{Solver: solver.Gnark, field: j.system.Field}
	s.Sparse = j.system.System.Type == constraint.SystemSparseR1CS
	s.Wires, s.Rows, _ = s.field.Values(result)
	return s, nil
}

func (j *Job[E]) Own(p *Program[E]) (*Solution[E], error) {
	start := time.Now()
	b := p.get()
	s, err := j.run(p, b, nil)
	if err != nil {
		p.pool.Put(b)
		return nil, err
	}
	s.Solver, s.program, s.buffers = solver.Own, p, b
	sys := j.system.System
	solver.PrintLogs(sys, &j.config.Logger, func(e constraint.LinearExpression) string {
		return j.system.printed(s.Wires, e)
	})
	solver.LogDone(sys.GetNbConstraints(), start)
	return s, nil
}

func (j *Job[E]) Compare(p *Program[E], gnarks *Solution[E]) error {
	whole := *j
	whole.commit, whole.wires, whole.follower = nil, false, nil
	b := p.get()
	defer p.pool.Put(b)
	got, err := whole.run(p, b, j.system.answersOf(p, gnarks))
	if err != nil {
		return err
	}
	want, have := gnarks.Vectors(), got.Vectors()
	for i := range want {
		if err := solver.Equal(i, have[i], want[i]); err != nil {
			return err
		}
	}
	return nil
}

func (j *Job[E]) Later(s *Solution[E]) (solver.Job[*Program[E], *Solution[E]], *Solution[E]) {
	job, copied := *j, *s
	job.ctx = context.WithoutCancel(j.ctx)
	var copies parallel.WaitGroup
	for _, v := range []*[]E{&copied.Wires, &copied.Rows[0], &copied.Rows[1], &copied.Rows[2]} {
		copies.Go(func() { *v = slices.Clone(*v) })
	}
	copies.Wait()
	return &job, &copied
}

func (j *Job[E]) Stopped() error { return context.Cause(j.ctx) }

func (j *Job[E]) Stateful() (inGnark, inProgram bool) {
	inGnark, own := solver.Stateful(j.system.System)
	return inGnark, len(own) > 0
}

func (s System[E]) printed(wires []E, terms constraint.LinearExpression) string {
	return s.Typed.String(s.value(wires, terms))
}

// value returns the value of an expression, slowly.
func (s System[E]) value(wires []E, terms constraint.LinearExpression) (sum constraint.U64) {
	for _, t := range terms {
		x := s.Typed.GetCoefficient(int(t.CID))
		if t.VID != math.MaxUint32 {
			x = s.Typed.Mul(x, toU64(&wires[t.VID]))
		}
		sum = s.Typed.Add(sum, x)
	}
	return sum
}
