package benchmarks

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	solving "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/bn254"
	"github.com/gnark-accel/gnark-accel/internal/solver/schedule"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
	"github.com/rs/zerolog"
)

// solves select the measurements: every circuit with every builder, size and number of threads.
type solves struct {
	Circuits    []string // of examples/circuits/catalog
	Builders    []string // r1cs or scs
	Constraints []int    // to come close to
	Threads     []int    // 0 for all
	Runs        int
	Clock       string
}

// Clocks: of the wall, and processor time of the solving thread, for machines that others use too.
const (
	wall   = "wall"
	thread = "thread"
)

// Flags implements measure.Settings.
func (s *solves) Flags(f *flag.FlagSet) {
	measure.Words(f, &s.Circuits, "circuit", "mimc", "circuits of examples/circuits")
	measure.Words(f, &s.Builders, "builder", "r1cs,scs", "r1cs, scs")
	measure.Numbers(f, &s.Constraints, "constraints", "65536",
		"numbers of constraints to come close to")
	measure.Numbers(f, &s.Threads, "threads", "1", "numbers of threads; 0 for one a core")
	f.StringVar(&s.Clock, "clock", wall, "wall, or thread: processor time of one thread")
	f.IntVar(&s.Runs, "runs", 7, "measured runs of either solver, interleaved")
}

// Steps implements measure.Settings.
func (s *solves) Steps() (steps []measure.Step, err error) {
	for _, circuit := range s.Circuits {
		if _, err := catalog.Lookup(circuit); err != nil {
			return nil, measure.Wrong("%w", err)
		}
		for _, builder := range s.Builders {
			if solvertest.Builders[builder] == nil {
				return nil, measure.Wrong("builder %q; there are r1cs and scs", builder)
			}
			for _, constraints := range s.Constraints {
				rows := func(ctx context.Context, emit measure.Emit) error {
					return s.system(ctx, circuit, builder, constraints, emit)
				}
				what := fmt.Sprintf("solve %s %s %d", circuit, builder, constraints)
				steps = append(steps, measure.Step{What: what, Rows: rows})
			}
		}
	}
	return steps, s.check()
}

func (s *solves) check() error {
	switch {
	case slices.Min(s.Constraints) < 1 || slices.Min(s.Threads) < 0 || s.Runs < 1:
		return measure.Wrong("%d runs of %v constraints by %v threads", s.Runs, s.Constraints,
			s.Threads)
	case s.Clock != wall && s.Clock != thread:
		return measure.Wrong("clock %q; there are wall and thread", s.Clock)
	case s.Clock == thread && !slices.Equal(s.Threads, []int{1}):
		return measure.Wrong("the clock of a thread measures one thread")
	}
	return nil
}

// timed times a step by the clock, without the garbage of earlier ones.
func (s *solves) timed(step func() error) (time.Duration, error) {
	runtime.GC()
	if s.Clock == wall {
		return measure.Time(step)()
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begin := measure.ThreadTime()
	err := step()
	return measure.ThreadTime() - begin, err
}

// system measures one system with each number of threads.
func (s *solves) system(
	ctx context.Context, circuit, builder string, constraints int, emit measure.Emit,
) error {
	logger.Set(zerolog.Nop())
	i, err := proving.Compile(circuit, "bn254", constraints, solvertest.Builders[builder])
	if err != nil {
		return err
	}
	ours := ourSolver{i.System.(*cs.R1CS)}
	row := results.New("solve", results.Setting{"circuit": circuit, "builder": builder,
		"curve": "bn254"}).With("constraints", i.System.GetNbConstraints(), "").
		With("clock", s.Clock, wall)
	if err := s.describe(row, ours); err != nil {
		return err
	}
	bn254.Of(ours.R1CS).Prepare(nil)
	for _, threads := range s.Threads {
		if threads == 0 {
			threads = runtime.GOMAXPROCS(0)
		}
		one := row.With("threads", threads, "")
		if err := s.measure(ctx, i, ours, threads, one); err != nil {
			return err
		}
		if err := emit(one); err != nil {
			return err
		}
	}
	return nil
}

// describe enters the machine, the system's size, and its translation.
func (s *solves) describe(row *results.Row, ours ourSolver) (err error) {
	if row.Machine, err = measure.MachineOf(proving.CPU); err != nil { // solvers need no device
		return err
	}
	internal, secret, public := ours.GetNbVariables()
	row.Figures["wires"] = float64(internal + secret + public)
	var translated *solving.Program[fr.Element]
	took, err := s.timed(func() (err error) {
		translated, err = bn254.Of(ours.R1CS).Translate()
		return err
	})
	if err != nil {
		return err
	}
	row.Figures["program-bytes"] = float64(translated.Bytes())
	row.Figures["translation-ms"] = results.Milliseconds(took)
	arithmetic, err := schedule.ArithmeticOf(translated.Program, &ours.System)
	enterFloor(row, arithmetic)
	return err
}

// measure interleaves both solvers.
func (s *solves) measure(ctx context.Context, i *proving.Instance, ours ourSolver,
	threads int, row *results.Row) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	options := append(solvertest.Repeatable(i.System), solver.WithNbTasks(threads))
	our := func() (time.Duration, error) {
		var release func()
		took, err := s.timed(func() (err error) {
			release, err = ours.solve(i.Full, options...)
			return err
		})
		if err == nil {
			release()
		}
		return took, err
	}
	first, err := our()
	if err != nil {
		return err
	}
	runs := measure.Interleaved{Runs: s.Runs, GnarkRuns: s.Runs}
	err = runs.Run(ctx, row, our, func() (time.Duration, error) {
		return s.timed(func() error {
			_, err := i.System.Solve(i.Full, options...)
			return err
		})
	})
	if err != nil {
		return err
	}
	row.Figures["first-ms"] = results.Milliseconds(first)
	return ours.compare(i.Full, options...)
}
