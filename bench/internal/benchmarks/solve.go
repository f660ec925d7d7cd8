package benchmarks

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/backend/witness"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
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

// schemes have builders.
var schemes = map[string]string{"r1cs": proving.Groth16, "scs": proving.PLONK}

// Steps implements measure.Benchmark.
func (s *solves) Steps() ([]measure.Step, error) {
	if slices.Min(s.Threads) < 0 || s.Runs < 1 {
		return nil, flags.Wrong("%d runs by %v threads", s.Runs, s.Threads)
	}
	all := circuits{Circuit: s.Circuit, Curve: []string{"bn254"}, Constraints: s.Constraints}
	for _, builder := range s.Builder {
		if schemes[builder] == "" {
			return nil, flags.Wrong("builder %q; there are r1cs and scs", builder)
		}
		all.Scheme = append(all.Scheme, schemes[builder])
	}
	return all.each("solve", s.system)
}

// system measures one system with each number of threads.
func (s *solves) system(o *one) error {
	if err := o.compile("solve"); err != nil {
		return err
	}
	delete(o.row.Setting, "scheme")
	for builder, scheme := range schemes {
		if scheme == o.scheme.Name {
			o.row.Setting["builder"] = builder
		}
	}
	ours := bn254.Of(o.System.(*cs.R1CS))
	if err := describe(o.row, ours); err != nil {
		return err
	}
	ours.Prepare(nil)
	for _, threads := range s.Threads {
		if err := s.measure(o, ours, cmp.Or(threads, runtime.GOMAXPROCS(0))); err != nil {
			return err
		}
	}
	return nil
}

// system is one that our solver solves.
type system = own.System[fr.Element]

// describe enters the machine, the system's size, and its translation.
func describe(row *results.Row, ours system) (err error) {
	if row.Machine, err = measure.MachineOf(proving.CPU); err != nil { // solvers need no device
		return err
	}
	internal, secret, public := ours.GetNbVariables()
	row.Figures["wires"] = float64(internal + secret + public)
	var translated *own.Program[fr.Element]
	took, err := measure.Clean(func() (err error) {
		translated, err = ours.Translate(0)
		return err
	})()
	if err != nil {
		return err
	}
	row.Figures["program-bytes"] = float64(translated.Bytes())
	row.Figures["translation-ms"] = results.Milliseconds(took)
	arithmetic, err := schedule.ArithmeticOf(translated.Program, ours.System)
	enterFloor(row, arithmetic)
	return err
}

// measure interleaves both solvers. At last both solve, and are not to disagree.
func (s *solves) measure(o *one, ours system, threads int) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	row := o.row.With("threads", threads, "")
	options := append(solvertest.Repeatable(o.System), solver.WithNbTasks(threads))
	our := measure.Clean(func() error { return solve(ours, o.Full, own.CheckNever, options) })
	first, err := our()
	if err != nil {
		return err
	}
	row.Figures["first-ms"] = results.Milliseconds(first)
	gnarks := measure.Clean(func() error {
		_, err := o.System.Solve(o.Full, options...)
		return err
	})
	err = o.run.InTurn(row, measure.Ours(s.Runs, our), measure.Gnarks(s.Runs, gnarks))
	if err == nil {
		err = solve(ours, o.Full, own.CheckAlways, options)
	}
	if err != nil {
		return err
	}
	return o.run.Keep(row)
}

// errGnark: the solver that was to be measured did not run.
var errGnark = errors.New("the system is left to gnark's solver")

// solve solves a witness. Without a comparison it is an error if gnark's solver does.
func solve(ours system, w witness.Witness, check own.Check, opts []solver.Option) error {
	solution, err := ours.Solve(context.Background(), own.Input[fr.Element]{
		Witness: w, Commit: solvertest.Commitment[fr.Element],
		Options: append(slices.Clip(opts), own.WithCheck(check)),
	})
	if err != nil {
		return err
	}
	solution.Release()
	if check == own.CheckNever && solution.Solver != own.Fast {
		return errGnark
	}
	return nil
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
