package first

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"
)

// Program is one program: it reads files, makes a proof and verifies it.
type Program struct {
	Of      Prover
	Scheme  string
	Curve   string
	Folder  string // of the files
	Backend host.Backend
	Trusted bool // our solver, from its first solution on
}

// Prover says whose program it is.
type Prover string

// Provers.
const (
	Ours   Prover = "ours"
	Gnarks Prover = "gnark"
)

// Report is the one line that a program prints, after the proof was verified.
type Report struct {
	Spans []results.Span `json:"spans"` // from the beginning of main
	Took  float64        `json:"took"`  // milliseconds from there
}

// started is when the process was ready for main, nearly.
var started = time.Now()

// Run runs the program, and prints its report as a line.
func (p *Program) Run(stdout io.Writer) error {
	logger.Set(zerolog.Nop())
	scheme, there := schemes[p.Scheme]
	if !there {
		return fmt.Errorf("%w: scheme %q", ErrSettings, p.Scheme)
	}
	curve, err := catalog.LookupCurve(p.Curve)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrSettings, err)
	}
	run := &run{Program: p, scheme: scheme, curve: curve, loaded: new(loaded)}
	switch p.Of {
	case Ours:
		err = run.ours()
	case Gnarks:
		err = run.gnarks()
	default:
		err = fmt.Errorf("%w: program %q; there are ours and gnark", ErrSettings, p.Of)
	}
	if err != nil {
		return err
	}
	slices.SortStableFunc(run.spans, func(a, b results.Span) int {
		return int(a.Start - b.Start)
	})
	report := Report{Spans: run.spans, Took: results.Milliseconds(time.Since(started))}
	return json.NewEncoder(stdout).Encode(&report)
}

// run is a program that runs.
type run struct {
	*Program
	scheme scheme
	curve  ecc.ID
	*loaded

	mutex sync.Mutex
	spans []results.Span
}

// step does a part of the work, and keeps when it did.
func (r *run) step(name string, do func() error) error {
	start := time.Now()
	err := do()
	took := time.Since(start)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.spans = append(r.spans, results.Span{Track: results.TrackRounds, Name: name,
		Start: results.Milliseconds(start.Sub(started)), Took: results.Milliseconds(took)})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Both programs read all files beside each other.

func (r *run) gnarks() error {
	var beside errgroup.Group
	beside.Go(r.readCircuit)
	beside.Go(r.readSmall)
	beside.Go(func() error {
		return r.step("key", func() error {
			r.proving = r.scheme.provingKey(r.curve)
			return read(r.file(provingFile), r.proving.ReadFrom)
		})
	})
	if err := beside.Wait(); err != nil {
		return err
	}
	return r.proof(r.scheme.gnarks)
}

// ours also prepares what comes later, as soon as its part of the files is there.
func (r *run) ours() (err error) {
	var engine *accel.Engine
	defer func() {
		if engine != nil {
			err = errors.Join(err, engine.Close())
		}
	}()
	var beside errgroup.Group
	beside.Go(r.readSmall)
	beside.Go(func() error {
		if err := r.readCircuit(); err != nil {
			return err
		}
		return r.step("translation", func() error { return solve.Prepare(r.ccs) })
	})
	beside.Go(func() error {
		err := r.step("device", func() (err error) {
			engine, err = host.Open(r.Backend, accel.WithLogger(zerolog.Nop()))
			return err
		})
		if err != nil {
			return err
		}
		return r.step("key", func() error {
			r.proving = r.scheme.provingKey(r.curve)
			return read(r.file(provingFile), func(from io.Reader) (int64, error) {
				return 0, r.scheme.read(from, r.proving, engine)
			})
		})
	})
	if err := beside.Wait(); err != nil {
		return err
	}
	err = r.step("circuit to the device", func() error {
		return r.scheme.attach(r.proving, r.verifying, r.ccs, engine)
	})
	if err != nil {
		return err
	}
	var opts []backend.ProverOption
	if r.Trusted {
		opts = append(opts, backend.WithSolverOptions(solve.WithoutCheck()))
	}
	return r.proof(func(l *loaded) (any, error) { return r.scheme.prove(l, opts...) })
}

func (r *run) file(name string) string { return filepath.Join(r.Folder, name) }

func (r *run) readCircuit() error {
	return r.step("circuit", func() error {
		r.ccs = r.scheme.system(r.curve)
		return read(r.file(systemFile), r.ccs.ReadFrom)
	})
}

// readSmall reads the verifying key and the witness.
func (r *run) readSmall() error {
	return r.step("witness", func() (err error) {
		r.verifying = r.scheme.verifyingKey(r.curve)
		if err := read(r.file(verifyingFile), r.verifying.ReadFrom); err != nil {
			return err
		}
		if r.full, err = readWitness(r.file(fullFile), r.curve); err != nil {
			return err
		}
		r.public, err = readWitness(r.file(publicFile), r.curve)
		return err
	})
}

// proof makes a proof, and has gnark verify it.
func (r *run) proof(prove func(*loaded) (any, error)) error {
	var proof any
	err := r.step("proof", func() (err error) {
		proof, err = prove(r.loaded)
		return err
	})
	if err != nil {
		return err
	}
	return r.step("verification", func() error {
		return r.scheme.verify(proof, r.verifying, r.public)
	})
}
