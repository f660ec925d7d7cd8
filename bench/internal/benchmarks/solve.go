package benchmarks

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/backend/witness"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/bn254"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
	"github.com/gnark-accel/gnark-accel/internal/solver/schedule"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
)

// solves select the measurements: every circuit with every builder, size and number of threads.
type solves struct {
	Circuit     []string // of examples/circuits/catalog
	Builder     []string // r1cs or scs
	Constraints []int    // to come close to
	Threads     []int    // 0 for all
	Runs        int
}

// Measure implements measure.Benchmark.
func (s *solves) Measure(r *measure.Run) error {
	if slices.Min(s.Constraints) < 1 || slices.Min(s.Threads) < 0 || s.Runs < 1 {
		return flags.Wrong("%d runs of %v constraints by %v threads", s.Runs, s.Constraints,
			s.Threads)
	}
	for _, name := range s.Circuit {
		circuit, err := catalog.Lookup(name)
		if err != nil {
			return flags.Wrong("%w", err)
		}
		for _, builder := range s.Builder {
			if solvertest.Builders[builder] == nil {
				return flags.Wrong("builder %q; there are r1cs and scs", builder)
			}
			for _, constraints := range s.Constraints {
				step := fmt.Sprintf("solve %s %s %d", name, builder, constraints)
				err := r.Step(step, func() error {
					return s.system(r, circuit, builder, constraints)
				})
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// system measures one system with each number of threads.
func (s *solves) system(
	r *measure.Run, circuit catalog.Circuit, builder string, constraints int,
) error {
	i, err := catalog.Compile(circuit, ecc.BN254, constraints, solvertest.Builders[builder])
	if err != nil {
		return err
	}
	ours := ourSolver{i.System.(*cs.R1CS)}
	row := results.New("solve", results.Setting{"circuit": circuit.Name(), "builder": builder,
		"curve": "bn254"}.Add("constraints", i.System.GetNbConstraints(), ""))
	if err := ours.describe(row); err != nil {
		return err
	}
	bn254.Of(ours.R1CS).Prepare(nil)
	for _, threads := range s.Threads {
		if threads == 0 {
			threads = runtime.GOMAXPROCS(0)
		}
		one := row.With("threads", threads, "")
		if err := s.measure(r, i, one, threads); err != nil {
			return err
		}
		if err := r.Keep(one); err != nil {
			return err
		}
	}
	return nil
}

// describe enters the machine, the system's size, and its translation.
func (ours ourSolver) describe(row *results.Row) (err error) {
	if row.Machine, err = measure.MachineOf(proving.CPU); err != nil { // solvers need no device
		return err
	}
	internal, secret, public := ours.GetNbVariables()
	row.Figures["wires"] = float64(internal + secret + public)
	var translated *own.Program[fr.Element]
	took, err := measure.Clean(func() (err error) {
		translated, err = bn254.Of(ours.R1CS).Translate()
		return err
	})()
	if err != nil {
		return err
	}
	row.Figures["program-bytes"] = float64(translated.Bytes())
	row.Figures["translation-ms"] = results.Milliseconds(took)
	arithmetic, err := schedule.ArithmeticOf(translated.Program, &ours.System)
	enterFloor(row, arithmetic)
	return err
}

// measure interleaves both solvers. At last both solve, and are not to disagree.
func (s *solves) measure(
	r *measure.Run, i *catalog.Compiled, row *results.Row, threads int,
) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	options := append(solvertest.Repeatable(i.System), solver.WithNbTasks(threads))
	ours := ourSolver{i.System.(*cs.R1CS)}
	our := func() (time.Duration, error) {
		var solution *own.Solution[fr.Element]
		took, err := measure.Clean(func() (err error) {
			solution, err = ours.solve(i.Full, own.CheckNever, options)
			return err
		})()
		if err == nil {
			solution.Release()
		}
		return took, err
	}
	first, err := our()
	if err != nil {
		return err
	}
	row.Figures["first-ms"] = results.Milliseconds(first)
	gnarks := measure.Clean(func() error {
		_, err := i.System.Solve(i.Full, options...)
		return err
	})
	err = measure.InTurn(r, row, measure.Turn{Of: results.Ours, Runs: s.Runs, Once: our},
		measure.Turn{Of: results.Gnark, Runs: s.Runs, Once: gnarks})
	if err != nil {
		return err
	}
	_, err = ours.solve(i.Full, own.CheckAlways, options)
	return err
}

// ourSolver is our solver for one system over BN254.
type ourSolver struct{ *cs.R1CS }

// errGnark: the solver that was to be measured did not run.
var errGnark = errors.New("the system is left to gnark's solver")

// solve solves a witness. Without a comparison it is an error if gnark's solver does.
func (s ourSolver) solve(
	w witness.Witness, check own.Check, opts []solver.Option,
) (*own.Solution[fr.Element], error) {
	solution, err := bn254.Of(s.R1CS).Solve(context.Background(), own.Input[fr.Element]{
		Witness: w, Commit: solvertest.Commitment[fr.Element],
		Options: append(slices.Clip(opts), own.WithCheck(check)),
	})
	if err == nil && check == own.CheckNever && solution.Solver != own.Fast {
		err = errGnark
	}
	return solution, err
}

// enterFloor enters the minimum time of a solver. Such a solver does the same products and
// inversions, each after the one before it.
func enterFloor(row *results.Row, a program.Arithmetic) {
	var x, y fr.Element
	x.SetUint64(3)
	y.SetUint64(5)
	product := perCall(1<<16, func() { x.Mul(&x, &y) })
	inversion := perCall(1<<8, func() { x.Inverse(&x) })
	row.Figures["products"], row.Figures["inversions"] = float64(a.Products), float64(a.Inversions)
	row.Figures["floor-ms"] = (float64(a.Products)*product + float64(a.Inversions)*inversion) / 1e6
}

// perCall returns the time of one of n calls, in nanoseconds: the shortest of a few samples.
func perCall(n int, f func()) float64 {
	shortest := time.Hour
	for range 5 {
		begin := time.Now()
		for range n {
			f()
		}
		shortest = min(shortest, time.Since(begin))
	}
	return float64(shortest) / float64(n)
}
