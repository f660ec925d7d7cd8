package protocol

import (
	"fmt"
	"slices"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/times"
)

// isGnarks says whether gnark makes the whole proof, since that takes the shortest time. Of several
// commitments it would compute one after the other: see gnarksProof.
func (s *Solved[P1, P2, E]) isGnarks() bool {
	return s.config.Whole && !s.config.OnCPU && s.attachment.way == times.ByGnark &&
		len(s.key.Commitments) <= 1
}

// proveByGnark has gnark make the proof. gnark's prover logs that it is done.
func (s *Solved[P1, P2, E]) proveByGnark() error {
	return s.attachment.ByGnark(s.ctx, func() (err error) {
		s.gnarks, err = s.gnarksProof()
		return s.config.Withhold(err)
	})
}

// gnarksProof returns gnark's own proof of the witness. Hints of several commitments would use one
// hash function at once; a single task calls them in turn.
func (s *Solved[P1, P2, E]) gnarksProof() (proof *Proof[P1, P2], err error) {
	opts := s.config.SolverOpts
	if len(s.key.Commitments) > 1 {
		opts = append(slices.Clone(opts), solver.WithNbTasks(1))
	}
	err = s.system.Whole(s.origin.witness, opts, func(all solver.Option) error {
		proof, err = s.over.Prove(s.ccs, s.pk, s.origin.witness, s.config.Gnarks(all))
		return err
	})
	return proof, err
}

// verifyGnarks verifies a whole proof of gnark's, with a verifying key alone.
func (s *Solved[P1, P2, E]) verifyGnarks() error {
	known := s.verifyingKey()
	if s.config.Unverified || known == nil {
		return nil
	}
	err := s.fits(known)
	if err != nil {
		return err
	}
	values, err := s.over.Field.Witness(s.origin.witness, ErrInvalidInput)
	if err != nil {
		return err
	}
	s.public = values[:s.system.GetNbPublicVariables()-1]
	if wrong := s.verify(s.gnarks, known); wrong != nil {
		zeroize(s.gnarks)
		return fmt.Errorf("%w: a proof of gnark's does not verify: %w", ErrKeyMismatch, wrong)
	}
	return nil
}
