package kinds

import (
	"context"
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	fr_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
	fr_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	fr_bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	fr_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761/fr"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	cs_bls12377 "github.com/consensys/gnark/constraint/bls12-377"
	cs_bls12381 "github.com/consensys/gnark/constraint/bls12-381"
	cs_bn254 "github.com/consensys/gnark/constraint/bn254"
	cs_bw6761 "github.com/consensys/gnark/constraint/bw6-761"
	"github.com/consensys/gnark/constraint/solver"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	bls12377 "github.com/gnark-accel/gnark-accel/internal/solver/bls12-377"
	bls12381 "github.com/gnark-accel/gnark-accel/internal/solver/bls12-381"
	"github.com/gnark-accel/gnark-accel/internal/solver/bn254"
	bw6761 "github.com/gnark-accel/gnark-accel/internal/solver/bw6-761"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
	"github.com/gnark-accel/gnark-accel/internal/solver/schedule"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
)

// solverCurve says how our solver is called for systems over a curve's scalar field.
type solverCurve struct {
	id  ecc.ID
	new func(constraint.ConstraintSystem) solverSubject
	// latencies are those of the scalar field, in nanoseconds.
	latencies func() (product, inversion float64)
}

// solverSubject is our solver for one system.
type solverSubject struct {
	// prepare translates the system, once.
	prepare func()
	// translate translates it again, and returns the bytes that the program occupies.
	translate func() (bytes uint64, err error)
	// arithmetic returns what no such program can do without.
	arithmetic func() (schedule.Arithmetic, error)
	// solve solves a witness, and returns a function that gives the buffers back.
	solve func(witness.Witness, ...solver.Option) (release func(), err error)
	// compare solves a witness with both solvers. It returns an error if they disagree.
	compare func(witness.Witness, ...solver.Option) error
}

// solverCurves are the curves whose systems can be solved.
var solverCurves = map[string]solverCurve{
	"bn254":     {ecc.BN254, newBN254, latencies[fr_bn254.Element]},
	"bls12-377": {ecc.BLS12_377, newBLS12377, latencies[fr_bls12377.Element]},
	"bls12-381": {ecc.BLS12_381, newBLS12381, latencies[fr_bls12381.Element]},
	"bw6-761":   {ecc.BW6_761, newBW6761, latencies[fr_bw6761.Element]},
}

// errGnark: the solver that was to be measured did not run.
var errGnark = errors.New("the system is left to gnark's solver")

// solution is one curve's *Solution.
type solution interface {
	Release()
	By() own.Name
}

// newSolver returns the subject of a system, from the functions of its curve's package.
func newSolver[S any, P interface{ Bytes() int }, T solution](
	sys *S, system *constraint.System, prepare func(*S), translate func(*S) (P, error),
	flat func(P) *program.Program, solve func(witness.Witness, []solver.Option) (T, error),
) solverSubject {
	return solverSubject{
		prepare: func() { prepare(sys) },
		translate: func() (uint64, error) {
			p, err := translate(sys)
			if err != nil {
				return 0, err
			}
			return uint64(p.Bytes()), nil
		},
		arithmetic: func() (schedule.Arithmetic, error) {
			p, err := translate(sys)
			if err != nil {
				return schedule.Arithmetic{}, err
			}
			return schedule.ArithmeticOf(flat(p), system)
		},
		solve: func(w witness.Witness, opts ...solver.Option) (func(), error) {
			s, err := solve(w, append(opts, own.WithCheck(own.CheckNever)))
			if err != nil {
				return nil, err
			}
			if s.By() != own.Own {
				return nil, errGnark
			}
			return s.Release, nil
		},
		compare: func(w witness.Witness, opts ...solver.Option) error {
			_, err := solve(w, append(opts, own.WithCheck(own.CheckAlways)))
			return err
		},
	}
}

func newBN254(c constraint.ConstraintSystem) solverSubject {
	sys := c.(*cs_bn254.R1CS)
	solve := func(w witness.Witness, opts []solver.Option) (*bn254.Solution, error) {
		return bn254.Solve(context.Background(), sys, w, solvertest.Commitment, opts...)
	}
	flat := func(p *bn254.Program) *program.Program { return p.Program }
	return newSolver(sys, &sys.System, bn254.Prepare, bn254.Translate, flat, solve)
}

func newBLS12377(c constraint.ConstraintSystem) solverSubject {
	sys := c.(*cs_bls12377.R1CS)
	solve := func(w witness.Witness, opts []solver.Option) (*bls12377.Solution, error) {
		return bls12377.Solve(context.Background(), sys, w, solvertest.Commitment, opts...)
	}
	flat := func(p *bls12377.Program) *program.Program { return p.Program }
	return newSolver(sys, &sys.System, bls12377.Prepare, bls12377.Translate, flat, solve)
}

func newBLS12381(c constraint.ConstraintSystem) solverSubject {
	sys := c.(*cs_bls12381.R1CS)
	solve := func(w witness.Witness, opts []solver.Option) (*bls12381.Solution, error) {
		return bls12381.Solve(context.Background(), sys, w, solvertest.Commitment, opts...)
	}
	flat := func(p *bls12381.Program) *program.Program { return p.Program }
	return newSolver(sys, &sys.System, bls12381.Prepare, bls12381.Translate, flat, solve)
}

func newBW6761(c constraint.ConstraintSystem) solverSubject {
	sys := c.(*cs_bw6761.R1CS)
	solve := func(w witness.Witness, opts []solver.Option) (*bw6761.Solution, error) {
		return bw6761.Solve(context.Background(), sys, w, solvertest.Commitment, opts...)
	}
	flat := func(p *bw6761.Program) *program.Program { return p.Program }
	return newSolver(sys, &sys.System, bw6761.Prepare, bw6761.Translate, flat, solve)
}
