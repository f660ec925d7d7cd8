package prover

import (
	"fmt"
	"slices"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/protocol"
	"github.com/gnark-accel/gnark-accel/internal/verified"
)

// Verified returns the proof, or another one in its place, after verifying it with the key's
// verifying key. It logs that the proof is done.
func (s *solved[K, P1, P2, E, S]) Verified(proof any) (any, error) {
	ways := &verified.Ways[any]{Verify: s.verify, Destroy: s.over.Destroy}
	if s.witness != nil {
		ways.Again, ways.Last, ways.Solver = s.again, s.gnarks, s.recheck
	}
	return protocol.Verified(s.over.scheme, s.Solved, proof, ways)
}

// verify runs gnark's verifier, with the prover's hashes.
func (s *solved[K, P1, P2, E, S]) verify(proof any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: panic in the verifier: %v", protocol.ErrKeyMismatch, p)
		}
	}()
	config := s.Settings()
	return s.over.Verify(proof, s.pk, slices.Clip(s.Public()),
		backend.WithVerifierHashToFieldFunction(config.HashToFieldFn),
		backend.WithVerifierChallengeHashFunction(config.ChallengeHash),
		backend.WithVerifierKZGFoldingHashFunction(config.KZGFoldingHash))
}

// again makes another proof with the same settings.
func (s *solved[K, P1, P2, E, S]) again() (any, error) {
	another, err := s.over.Solve(s.ccs, s.pk, s.witness, s.Settings().Same())
	if err != nil {
		return nil, err
	}
	defer another.Close()
	return another.Prove()
}

// gnarks has gnark make the proof.
func (s *solved[K, P1, P2, E, S]) gnarks() (any, error) {
	return s.over.Gnark.Prove(s.ccs, s.pk, s.witness, s.Settings().Gnarks())
}

// recheck compares our solver with gnark's.
func (s *solved[K, P1, P2, E, S]) recheck() error {
	config := s.Settings()
	commit, option := s.Committer()
	options := append(slices.Clone(config.SolverOpts), option)
	return s.over.Recheck(config.Context, s.ccs, s.witness, commit, options...)
}
