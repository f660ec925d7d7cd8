package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/logbook"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// session is one run of the program, from the circuit to the verified proofs.
type session struct {
	settings
	ctx      context.Context
	progress *progress
	report   *report
	log      *logbook.Book
	told     int // solutions of gnark's solver in the log

	engine *accel.Engine
	ccs    constraint.ConstraintSystem
	full   witness.Witness
	public witness.Witness
	keys   *proving.Keys
}

// prove makes and verifies the proofs. The report holds what is known, also when there is an error.
func prove(ctx context.Context, s settings, p *progress) (*report, error) {
	log, book := setLogger(p, s.verbose)
	r := &report{
		Scheme:  s.scheme.Name,
		Curve:   curveName(s.curve),
		Backend: s.backend,
		Circuit: circuitReport{Name: s.circuit.Name(), Wanted: s.constraints},
		Device:  deviceReport{Acceleration: "none", Threads: runtime.GOMAXPROCS(0)},
	}
	if err := s.scheme.Supports(s.curve); err != nil {
		return r, err
	}
	if s.plan {
		run := &session{settings: s, ctx: ctx, progress: p, report: r}
		return r, run.planMemory()
	}
	engine, err := openEngine(s, log)
	if err != nil {
		r.Device.State, r.Device.Reason = stateOf(err), err.Error()
		return r, err
	}
	run := &session{settings: s, ctx: ctx, progress: p, report: r, log: book, engine: engine}
	run.describeEngine()
	err = run.steps()
	r.Prepared, r.PreparedBytes = preparedFiles(book)
	if errors.Is(err, errInterrupted) {
		// a step may still be using the engine and the key: the end of the process frees them
		return r, err
	}
	if err != nil && r.Device.State == "" {
		r.Device.State = stateOf(err)
	}
	return r, errors.Join(err, run.close())
}

func (s *session) steps() error {
	for _, step := range []func() error{s.build, s.makeKeys, s.loadKey, s.solve, s.proofs,
		s.proveStream} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) close() error {
	var err error
	if s.keys != nil {
		err = s.scheme.Release(*s.keys)
	}
	return errors.Join(err, s.engine.Close())
}

// build compiles the circuit and assigns the witness.
func (s *session) build() error {
	var made *proving.Instance
	_, err := phase(s.ctx, s.progress, "compile "+s.circuit.Name(), func() (err error) {
		var options []catalog.Option
		if s.size > 0 {
			options = append(options, catalog.WithSize(s.size))
		}
		made, err = proving.Compile(s.circuit.Name(), curveName(s.curve), s.constraints,
			s.scheme.Builder, options...)
		return err
	})
	if err != nil {
		return err
	}
	s.ccs, s.full, s.public = made.System, made.Full, made.Public
	s.report.Times.Compile = milliseconds(made.Compiling)
	s.report.Circuit.Size = made.Size
	s.report.Circuit.Constraints = s.ccs.GetNbConstraints()
	s.report.Circuit.Public = s.ccs.GetNbPublicVariables()
	s.report.Circuit.Secret = s.ccs.GetNbSecretVariables()
	s.report.Circuit.Internal = s.ccs.GetNbInternalVariables()
	return nil
}

// makeKeys reads the keys if there are any, and otherwise makes them. It keeps them if there is a
// folder for it.
func (s *session) makeKeys() error {
	if s.settings.keys == "" && s.prepared != "" {
		s.settings.keys = filepath.Join(s.prepared, "keys")
	}
	if s.settings.keys == "" {
		return s.setup()
	}
	var files keyFiles
	if _, err := timed(s.ctx, func() (err error) {
		files, err = keyFilesFor(s.settings, s.ccs)
		return err
	}); err != nil {
		return err
	}
	if !files.exist() {
		if err := s.setup(); err != nil {
			return err
		}
		if err := s.keepKeys(files); err != nil || s.prepared == "" {
			return err
		}
	}
	k := s.scheme.NewKeys(s.curve)
	took, err := phase(s.ctx, s.progress, "read keys",
		func() error { return files.read(k, s.progress.bar("read keys")) })
	if err != nil {
		return fmt.Errorf("%w (remove %s and %s to make them anew)", err, files.proving,
			files.verifying)
	}
	s.keys, s.report.Times.ReadKeys = &k, milliseconds(took)
	return nil
}

// keepKeys leaves complete files or none, also after an interrupt, which does not end the writing.
func (s *session) keepKeys(files keyFiles) error {
	if err := os.MkdirAll(s.settings.keys, 0o700); err != nil {
		return err
	}
	unfinished, err := os.MkdirTemp(s.settings.keys, "*.tmp")
	if err != nil {
		return err
	}
	defer os.RemoveAll(unfinished)
	_, err = phase(s.ctx, s.progress, "keep keys",
		func() error { return files.write(unfinished, *s.keys) })
	return err
}

func (s *session) setup() error {
	var k proving.Keys
	var engine *accel.Engine
	if s.settings.setup == proving.CUDA {
		engine = s.engine
	}
	took, err := phase(s.ctx, s.progress, "setup", func() (err error) {
		ours, gnarks, err := s.scheme.Setups(s.ccs, engine, s.progress.bar("setup"))
		if err != nil {
			return err
		}
		if engine == nil {
			ours = gnarks
		}
		k, err = ours()
		return err
	})
	if err != nil {
		return err
	}
	s.keys, s.report.Times.Setup = &k, milliseconds(took)
	return nil
}

func (s *session) loadKey() error {
	how := proving.Loading{
		Engine: s.engine, Circuit: s.ccs, Folder: s.prepared, Tell: s.progress.bar("load key"),
	}
	if s.scheme.Name == proving.Groth16 && s.prepared == "" {
		how.Circuit = nil // by the first proof, while its solver runs
	}
	took, err := phase(s.ctx, s.progress, "load key", func() error {
		return s.scheme.Attach(*s.keys, how)
	})
	s.report.Times.LoadKey = milliseconds(took)
	return err
}
