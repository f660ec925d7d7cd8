package settings

import (
	"context"
	"crypto/sha512"
	"errors"
	"testing"

	"github.com/consensys/gnark/backend"
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
