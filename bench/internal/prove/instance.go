package prove

import (
	"errors"
	"runtime"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/usage"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/rs/zerolog"
)

// instance is a circuit of one size with its witness and keys.
type instance struct {
	ccs          constraint.ConstraintSystem
	full, public witness.Witness
	keys         keys
	options      []backend.ProverOption
	heap         uint64 // its bytes, before any prover's
}

// newInstance compiles the circuit and makes its keys. It enters the sizes and times in the row.
func (s *Settings) newInstance(constraints int) (*instance, *results.Proof, error) {
	circuit, err := catalog.Lookup(s.Circuit)
	if err != nil {
		return nil, nil, err
	}
	scheme, err := s.scheme()
	if err != nil {
		return nil, nil, err
	}
	curve, err := catalog.LookupCurve(s.Curve)
	if err != nil {
		return nil, nil, err
	}
	made, err := circuit.New(curve, constraints, catalog.WithBuilder(scheme.builder),
		catalog.WithCommitments(s.Commitments))
	if err != nil {
		return nil, nil, err
	}
	i := new(instance)
	start := time.Now()
	if i.ccs, err = frontend.Compile(curve.ScalarField(), scheme.builder,
		made.Circuit); err != nil {
		return nil, nil, err
	}
	compile := time.Since(start)
	if i.full, err = frontend.NewWitness(made.Assignment, curve.ScalarField()); err != nil {
		return nil, nil, err
	}
	if i.public, err = i.full.Public(); err != nil {
		return nil, nil, err
	}
	start = time.Now()
	if i.keys, err = s.setUp(scheme, i.ccs); err != nil {
		return nil, nil, err
	}
	setup := time.Since(start)
	if s.StatisticalZK {
		i.options = []backend.ProverOption{backend.WithStatisticalZeroKnowledge()}
	}
	runtime.GC()
	i.heap = usage.Heap()
	return i, &results.Proof{
		Circuit: s.Circuit, Scheme: s.Scheme, Curve: s.Curve, Wanted: constraints, Concurrency: 1,
		StatisticalZK: s.StatisticalZK, Commitments: s.Commitments, Prepared: s.Prepared,
		Keyless: s.Keyless,
		MinSize: s.MinSize, Warmup: s.Warmup,
		Size:        made.Size,
		Constraints: i.ccs.GetNbConstraints(),
		Public:      i.ccs.GetNbPublicVariables(),
		Secret:      i.ccs.GetNbSecretVariables(),
		Internal:    i.ccs.GetNbInternalVariables(),
		Compile:     results.Milliseconds(compile),
		Setup:       results.Milliseconds(setup),
	}, nil
}

// setUp makes keys on an engine of its own, so that the first proof finds nothing of it.
func (s *Settings) setUp(scheme scheme, ccs constraint.ConstraintSystem) (k keys, err error) {
	engine, err := host.Open(s.Backend, accel.WithLogger(zerolog.Nop()))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, engine.Close()) }()
	return scheme.setup(ccs, engine)
}
