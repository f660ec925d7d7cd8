package settings

import (
	"context"
	"crypto/sha512"
	"errors"
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint/solver"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

func withContext(ctx context.Context) backend.ProverOption {
	return Option(func(s *Settings) error { s.Context = ctx; return nil })
}

// TestRead mixes options of both kinds, in both orders.
func TestRead(t *testing.T) {
	type key struct{}
	ctx := context.WithValue(t.Context(), key{}, 1)
	hash := sha512.New()
	theirs := backend.WithProverChallengeHashFunction(hash)
	for _, opts := range [][]backend.ProverOption{
		{withContext(ctx), theirs}, {theirs, withContext(ctx)},
	} {
		s, err := Read(opts...)
		if err != nil {
			t.Fatal(err)
		}
		if s.Context != ctx || s.ChallengeHash != hash || s.KZGFoldingHash == nil {
			t.Errorf("read %+v", s)
		}
	}
	if s, err := Read(); err != nil || s.Context == nil || s.ChallengeHash == nil {
		t.Errorf("without options: %+v, %v", s, err)
	}
	read.Range(func(any, any) bool { t.Error("settings are left in the table"); return false })
}

func adding(option solver.Option) backend.ProverOption {
	return Option(func(s *Settings) error { s.Solver = append(s.Solver, option); return nil })
}

// TestSolverOptions loses none of the solver's, or says so. gnark's own replace each other.
func TestSolverOptions(t *testing.T) {
	gnarks, ours, four := solver.WithNbTasks(3), own.WithGnark(), solver.WithNbTasks(4)
	with := backend.WithSolverOptions
	for name, test := range map[string]struct {
		options []backend.ProverOption
		tasks   int
		off     bool
		err     error
	}{
		"one":           {[]backend.ProverOption{with(gnarks, ours)}, 3, true, nil},
		"added after":   {[]backend.ProverOption{with(gnarks), adding(ours)}, 3, true, nil},
		"added before":  {[]backend.ProverOption{adding(ours), with(gnarks)}, 3, true, nil},
		"both added":    {[]backend.ProverOption{adding(ours), adding(gnarks)}, 3, true, nil},
		"ours replaced": {[]backend.ProverOption{with(ours), with()}, 0, false, ErrReplaced},
		"ours replaces": {[]backend.ProverOption{with(gnarks), with(ours)}, 0, false, ErrReplaced},
		"gnark's two":   {[]backend.ProverOption{with(four), with(gnarks)}, 3, false, nil},
		"both kinds":    {[]backend.ProverOption{with(ours), adding(four)}, 4, true, nil},
	} {
		s, err := Read(test.options...)
		if !errors.Is(err, test.err) {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil {
			continue
		}
		config, err := solver.NewConfig(s.SolverOpts...)
		if err != nil {
			t.Fatal(err)
		}
		tasks := test.tasks == 0 || config.NbTasks == test.tasks
		if o := own.OptionsOf(&config); !tasks || o.Off != test.off {
			t.Errorf("%s: %d tasks, %+v", name, config.NbTasks, o)
		}
	}
}

func TestErrors(t *testing.T) {
	failure := errors.New("an option's")
	for name, test := range map[string]struct {
		option backend.ProverOption
		want   error
	}{
		"theirs": {func(*backend.ProverConfig) error { return failure }, failure},
		"ours":   {Option(func(*Settings) error { return failure }), failure},
		"nil":    {nil, nil},
	} {
		_, err := Read(test.option)
		if err == nil || test.want != nil && !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := backend.NewProverConfig(withContext(t.Context()))
	if !errors.Is(err, ErrForeign) {
		t.Errorf("gnark's prover: %v", err)
	}
}
