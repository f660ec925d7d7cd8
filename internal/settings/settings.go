// Package settings reads the options of a prover, both gnark's and the hooks'.
package settings

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// Settings are the values of a prover's options.
type Settings struct {
	backend.ProverConfig

	// Solver are options that are added to SolverOpts, once all of gnark's are known.
	Solver []solver.Option

	// Context ends a proof when it is cancelled. It is never nil.
	Context context.Context

	// Engine is the one to attach a key to, or to prove on. It is nil for the one that the key is
	// on, or the default one.
	Engine *accel.Engine
	// Attached has a key attached that a setup made or a file had.
	Attached bool
	// Progress is told how many bytes of a key are done, out of how many; nil if nobody asks.
	Progress func(done, total int64)
	// Prepared is the folder that keeps results for later processes; nil for none.
	Prepared *prepared.Folder
	// KeyFile is the digest of a key's file that was read with a folder; nil for other keys.
	KeyFile *prepared.Digest
	// Circuit is prepared with a key that is attached, unless it is nil.
	Circuit constraint.ConstraintSystem
	// VerifyingKey verifies proofs, where the proving key has none of its own; nil if unknown.
	VerifyingKey any
	// Unverified proofs leave without a check.
	Unverified bool
	// CheckedKey has the CPU make the checks of a key that devices make otherwise.
	CheckedKey bool
	// OnCPU has a proof made without devices, of the key as it lies in the host's memory, and its
	// witness solved by gnark.
	OnCPU bool
	// Streamed has each proof made by one device, if that has room for the key. Proofs that follow
	// each other are made faster so than by all devices one after the other.
	Streamed bool
	// Redacted errors of solvers have no text, which may have values of the witness.
	Redacted bool
}

// Withhold returns an error of a solver. Where the settings ask for that, it has no values of the
// witness. It returns errors because of the context in any case.
func (s *Settings) Withhold(err error) error {
	if err == nil || !s.Redacted || s.Context.Err() != nil {
		return err
	}
	return own.Redacted(err)
}

// Gnarks returns the part of the settings that gnark's own prover takes, as its option. All stands
// for the options of its solver.
func (s *Settings) Gnarks(all solver.Option) backend.ProverOption {
	config := s.ProverConfig
	config.SolverOpts = []solver.Option{all}
	return func(to *backend.ProverConfig) error { *to = config; return nil }
}

// Cause returns err or, if the context is cancelled, its cause: the error is a consequence then.
func (s *Settings) Cause(err error) error {
	if err == nil || s.Context.Err() == nil {
		return err
	}
	return context.Cause(s.Context)
}

// ErrForeign is the error of an option of the hooks that another prover was given.
var ErrForeign = errors.New("an option of gnark-accel's Prove was given to another prover")

// read has the settings whose options are being applied. It finds them by the configuration that
// gnark's type of options shows to them.
var read sync.Map // of *backend.ProverConfig to *Settings

// Read applies the options in their order.
func Read(opts ...backend.ProverOption) (*Settings, error) {
	config, err := backend.NewProverConfig()
	if err != nil {
		return nil, fmt.Errorf("prover options: %w", err)
	}
	s := &Settings{ProverConfig: config, Context: context.Background()}
	read.Store(&s.ProverConfig, s)
	defer read.Delete(&s.ProverConfig)
	for i, option := range opts {
		if option == nil {
			return nil, fmt.Errorf("prover options: option %d is nil", i)
		}
		before := s.SolverOpts
		if err := option(&s.ProverConfig); err != nil {
			return nil, fmt.Errorf("prover options: %w", err)
		}
		if replaced(before, s.SolverOpts) {
			return nil, fmt.Errorf("prover options: %w", ErrReplaced)
		}
	}
	s.SolverOpts, s.Solver = slices.Concat(s.SolverOpts, s.Solver), nil
	for i, option := range s.SolverOpts {
		if option == nil {
			return nil, fmt.Errorf("prover options: option %d of the solver is nil", i)
		}
	}
	return s, nil
}

// ErrReplaced is the error of a solver's options that replace others. Ours are among either.
// gnark's own replace each other in silence.
var ErrReplaced = errors.New("backend.WithSolverOptions is given twice, and the second time " +
	"replaces options of the first: WithSolver of gnark-accel's hooks adds options")

// replaced reports whether options of a solver have become others, with ours among either.
func replaced(before, after []solver.Option) bool {
	same := len(before) == len(after) && (len(after) == 0 || &before[0] == &after[0])
	return !same && len(before) > 0 && (own.Ours(before) || own.Ours(after))
}

// Option makes an option of the hooks. gnark's own provers refuse it with [ErrForeign].
func Option(set func(*Settings) error) backend.ProverOption {
	return func(c *backend.ProverConfig) error {
		s, ok := read.Load(c)
		if !ok {
			return ErrForeign
		}
		return set(s.(*Settings))
	}
}

// With returns an option that cannot fail.
func With(set func(*Settings)) backend.ProverOption {
	return Option(func(to *Settings) error {
		set(to)
		return nil
	})
}

// Options converts a scheme's options of Attach, Setup and ReadKey to provers' options.
func Options[O ~func(*backend.ProverConfig) error](opts []O) []backend.ProverOption {
	all := make([]backend.ProverOption, len(opts))
	for i, opt := range opts {
		all[i] = backend.ProverOption(opt)
	}
	return all
}
